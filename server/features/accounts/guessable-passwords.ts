import { readFileSync } from 'node:fs';
import { type Refusal, refuse } from '#contract/errors.ts';
import { normalizeText } from '#contract/normalize-text.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import type { Shop } from '#server/shop.ts';

/** The 10,000 commonest passwords of 6 characters and more, one a line, in lower case (decision 0029). */
const listFile = new URL('./common-passwords/passwords.txt', import.meta.url);
let commonPasswords: ReadonlySet<string> | undefined;

/**
 * Refuses (400) a new password that everybody guesses: one of the commonest, the shop's name, or the email or what is before
 * its @. Does nothing with RATE_LIMITS=off. `field` is the name of the password in the request.
 */
export async function refuseGuessable(
  shop: Pick<Shop, 'settings' | 'database'>,
  { password, email, field }: { password: string; email: string; field: 'password' | 'newPassword' },
): Promise<Refusal | null> {
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
