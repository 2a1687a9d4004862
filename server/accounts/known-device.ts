import { createHmac, timingSafeEqual } from 'node:crypto';
import { durations } from '#contract/limits.ts';
import type { Allowance } from '#server/attempts/attempts.ts';
import type { Shop } from '#server/shop.ts';
import type { UserRow } from './accounts.queries.ts';
import { hashOfToken } from './tokens.ts';

type Account = Pick<UserRow, 'id' | 'password_hash'>;

/**
 * What a browser keeps after it has signed in to an account, so that a stranger's guesses elsewhere do not keep its owner out
 * (decision 0012). It opens nothing by itself. Its seal is made with the account's own password hash, so nothing is stored,
 * nobody can make one, and a changed password ends every one of them.
 */
export function newMark(shop: Pick<Shop, 'randomBytes'>, account: Account): string {
  const nonce = shop.randomBytes(16).toString('base64url');
  return `${nonce}.${sealOf(account, nonce).toString('base64url')}`;
}

/** The one among a browser's marks that is this account's; null where it has none. */
export function findMark(marks: readonly string[], account: Account): string | null {
  // Accounts that nobody can sign in to have no hash, so anybody could make their marks.
  if (account.password_hash === '') return null;
  return marks.find((mark) => isSealedFor(account, mark)) ?? null;
}

/** Failures of one known browser, counted apart from those of strangers. */
export function deviceAllowance(mark: string): Allowance {
  return { subject: `sign-in device:${hashOfToken(mark)}`, limit: 10, window: durations.signInWindow };
}

function isSealedFor(account: Account, mark: string): boolean {
  const [nonce = '', seal = ''] = mark.split('.');
  const given = Buffer.from(seal, 'base64url');
  const known = sealOf(account, nonce);
  return given.length === known.length && timingSafeEqual(given, known);
}

function sealOf({ id, password_hash }: Account, nonce: string): Buffer {
  return createHmac('sha256', password_hash).update(`known device ${id} ${nonce}`).digest();
}
