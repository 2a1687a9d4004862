import { createHmac, timingSafeEqual } from 'node:crypto';
import { durations } from '#contract/limits.ts';
import type { RateLimit } from '#server/features/attempts/attempts.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import type { UserRow } from './accounts.queries.ts';

type Account = Pick<UserRow, 'id' | 'password_hash' | 'factor_changes'>;

/**
 * A mark that a browser stores after it has signed in to an account. It gives the browser its own rate limit, so that guesses
 * from elsewhere cannot lock out the owner; it grants no access (decision 0012). It is signed with the account's password hash,
 * so the database stores nothing, nobody can forge one, and a changed password invalidates all of them. So does a second factor
 * that is added or removed.
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

/**
 * Limits the failed sign-ins of one known browser, and of all known browsers of the account together: otherwise somebody could collect
 * marks, each with guesses of its own. A sign-in clears only the first of these counts.
 */
export function deviceRateLimits(mark: string, { id }: Account): [own: RateLimit, all: RateLimit] {
  const window = durations.signInWindow;
  return [
    { subject: `sign-in device:${hashOfToken(mark)}`, limit: 10, window },
    { subject: `sign-in devices:${id}`, limit: 20, window },
  ];
}

function isSignedFor(account: Account, mark: string): boolean {
  const [nonce = '', signature = ''] = mark.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(account, nonce);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sign({ id, password_hash, factor_changes }: Account, nonce: string): Buffer {
  return createHmac('sha256', password_hash).update(`known device ${id} ${factor_changes} ${nonce}`).digest();
}
