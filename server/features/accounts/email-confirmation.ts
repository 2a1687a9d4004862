import { type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import { countAttempt } from '#server/features/attempts/attempts.ts';
import { findAnswerLanguage, findShopFacts } from '#server/features/settings/settings.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { confirmationEmail } from './account-emails.ts';
import { lockUserRow, type UserRow, updateUser } from './accounts.queries.ts';
import {
  deleteExpiredLinks,
  deleteUnprovedUndoLinks,
  insertLink,
  selectLastExpiry,
  selectLink,
} from './links.queries.ts';
import { newToken } from './tokens.ts';

/**
 * Sends a link that confirms the address. It works for 7 days (`durations.emailConfirmation`). Sends nothing if a link to this address that
 * still works was sent within a day.
 */
export async function sendConfirmation(
  tx: Writer,
  shop: Shop,
  { id, email, language }: Pick<UserRow, 'id' | 'email' | 'language'>,
): Promise<void> {
  const last = await selectLastExpiry(tx, id, 'confirm email');
  const isRecent = last - durations.emailConfirmation > shop.clock() - durations.confirmationAgain;
  if (shop.settings.rateLimits && isRecent) return;
  const { token, tokenHash } = newToken(shop);
  const now = shop.clock();
  await deleteExpiredLinks(tx, id, now);
  const expires_at = now + durations.emailConfirmation;
  await insertLink(tx, { token_hash: tokenHash, user_id: id, expires_at, kind: 'confirm email', email });
  const { name } = await findShopFacts(tx, shop);
  const letter = confirmationEmail(shop, await findAnswerLanguage(tx, language), { token, shopName: name });
  await shop.mailer.queueEmail(tx, { kind: 'email confirmation', to: email, accountId: id, ...letter });
}

/** Sends another link, at most once a day. Does nothing for a confirmed address. Refuses (429) more than 5 calls an hour. */
export function resendConfirmation(shop: Shop, userId: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    if (user.email_confirmed_at !== null) return null;
    const limited = await countAttempt(tx, shop, [
      { subject: `confirm email:${userId}`, limit: 5, window: 60 * 60_000 },
    ]);
    if (limited) return limited;
    await sendConfirmation(tx, shop, user);
    return null;
  });
}

/**
 * Confirms the address to which the link was sent. A repeated call has the same answer. Refuses (400) a link that has expired,
 * or whose account has another address by now.
 */
export function confirmEmail(shop: Shop, token: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const now = shop.clock();
    const link = await selectLink(tx, { kind: 'confirm email', tokenHash: hashOfToken(token), now });
    const user = link && (await lockUserRow(tx, link.user_id));
    if (!user || user.email !== link.email) return refuse('linkInvalid');
    if (user.email_confirmed_at === null) await markConfirmed(tx, shop, user.id);
    return null;
  });
}

/**
 * Marks the address of the account as confirmed. Deletes the links that give the account back to former addresses that were never
 * confirmed: otherwise somebody could enter this address in an account of their own, wait until the person with this address uses the
 * account, and then take the account back with everything that is stored in it.
 */
export async function markConfirmed(tx: Writer, shop: Shop, userId: string): Promise<void> {
  await updateUser(tx, userId, { email_confirmed_at: shop.clock() });
  await deleteUnprovedUndoLinks(tx, userId);
}
