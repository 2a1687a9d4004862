import { readFileSync } from 'node:fs';
import { accountMessages } from '#contract/accounts.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { normalizeText } from '#contract/normalize-text.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import { refuseIssues } from '#server/platform/http/refusals.ts';
import type { Shop } from '#server/shop.ts';
import type { HashingTurn } from './password-hasher.ts';

/** The 10,000 commonest passwords of 6 characters and more, one a line, in lower case (decision 0029). */
const listFile = new URL('./common-passwords/passwords.txt', import.meta.url);
let commonPasswords: ReadonlySet<string> | undefined;

export interface NewPassword {
  password: string;
  /** The address of the account that gets it. */
  email: string;
  /** The name of the password in the request. */
  field: 'password' | 'newPassword';
}

/**
 * Returns the hash of a new password. Every way to set a password calls this function; only the first admin's is a setting
 * (first-admin.ts). Refuses (400) one
 * that is shorter than `limits.passwordMinimum` or that everybody guesses.
 */
export async function hashNewPassword(
  shop: Pick<Shop, 'settings' | 'database' | 'passwords'>,
  password: NewPassword,
  turn?: HashingTurn,
): Promise<string | Refusal> {
  return (await refuseNewPassword(shop, password)) ?? shop.passwords.hash(password.password, turn);
}

/**
 * Refuses (400) a new password that is too short or that everybody guesses: one of the commonest, the shop's name, or the email or what
 * is before its @. Allows the guessable ones with RATE_LIMITS=off.
 */
export async function refuseNewPassword(
  shop: Pick<Shop, 'settings' | 'database'>,
  { password, email, field }: NewPassword,
): Promise<Refusal | null> {
  if (password.length < limits.passwordMinimum)
    return refuseIssues([{ path: field, message: accountMessages.passwordTooShort }]);
  if (!shop.settings.rateLimits) return null;
  const { name } = await findShopFacts(shop.database.read, shop);
  const names = [name, email, email.split('@')[0] ?? ''].map(lettersOf);
  if (!isCommon(password) && !names.includes(lettersOf(password))) return null;
  const { message } = refuse('passwordGuessable');
  return refuse('passwordGuessable', {}, { issues: [{ path: field, message }] });
}

function isCommon(password: string): boolean {
  commonPasswords ??= new Set(readFileSync(listFile, 'utf8').trimEnd().split('\n'));
  return commonPasswords.has(password.toLowerCase());
}

/** The letters and digits of a text, without case and accents: 'Vàng Son' and 'vang-son' are the same. */
function lettersOf(text: string): string {
  const plain = normalizeText(text, 'NFKD').toLowerCase();
  // A text of symbols alone is compared as it is.
  return plain.replace(/[^\p{L}\p{N}]/gu, '') || plain;
}
