import { createHmac, timingSafeEqual } from 'node:crypto';
import { durations } from '#contract/limits.ts';
import type { RateLimit } from '#server/features/attempts/attempts.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import type { UserRow } from './accounts.queries.ts';

type Account = Pick<UserRow, 'id' | 'password_hash'>;

/**
 * A mark that a browser stores after it has signed in to an account. It gives the browser its own rate limit, so that guesses
 * from elsewhere cannot lock out the owner; it grants no access (decision 0012). It is signed with the account's password hash,
 * so the database stores nothing, nobody can forge one, and a changed password invalidates all of them.
 */
export function createDeviceMark(shop: Pick<Shop, 'randomBytes'>, account: Account): string {
  const nonce = shop.randomBytes(16).toString('base64url');
  return `${nonce}.${sign(account, nonce).toString('base64url')}`;
}

/** The browser's mark for this account; null if it has none. */
export function findDeviceMark(marks: readonly string[], account: Account): string | null {
  // An account without a password hash cannot be signed in to, and anybody could sign a mark for it.
  if (account.password_hash === '') return null;
  return marks.find((mark) => isSignedFor(account, mark)) ?? null;
}

/** Failed sign-ins of one known browser, counted apart from all others. */
export function deviceRateLimit(mark: string): RateLimit {
  return { subject: `sign-in device:${hashOfToken(mark)}`, limit: 10, window: durations.signInWindow };
}

function isSignedFor(account: Account, mark: string): boolean {
  const [nonce = '', signature = ''] = mark.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(account, nonce);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sign({ id, password_hash }: Account, nonce: string): Buffer {
  return createHmac('sha256', password_hash).update(`known device ${id} ${nonce}`).digest();
}
