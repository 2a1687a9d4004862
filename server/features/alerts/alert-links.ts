import type { Language } from '#contract/languages.ts';
import { durations } from '#contract/limits.ts';
import { lockConfirmedAccount } from '#server/features/accounts/accounts.ts';
import { pageAddress } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import {
  deleteSubscription,
  insertLinks,
  moveLinks,
  type SubscriptionRow,
  selectAsked,
  selectLinked,
  updateSubscription,
} from './alerts.queries.ts';

/** 192 random bits, so that its hash needs no salt. */
const tokenBytes = 24;

/** The addresses in an email: what confirms, and what ends, the subscriptions that it is about. Only the hash of the token is stored. */
export async function newLinks(
  tx: Writer,
  shop: Shop,
  language: Language,
  ids: readonly string[],
): Promise<{ confirm: string; stop: string }> {
  const token = shop.randomBytes(tokenBytes).toString('base64url');
  await insertLinks(tx, ids, { token_hash: hashOfToken(token), created_at: shop.clock() });
  const address = (what: string) => pageAddress(shop, language, `/alerts/${what}?token=${token}`);
  return { confirm: address('confirm'), stop: address('stop') };
}

/** Ends what the link is about; no token, or one that has ended, changes nothing. */
export function stopByLink(shop: Shop, token: string): Promise<void> {
  return shop.database.write(async (tx) => {
    for (const { id } of await selectLinked(tx, hashOfToken(token))) await deleteSubscription(tx, id);
  });
}

/**
 * Confirms what the link is about. If the address is the confirmed one of an account, it belongs to the account from then on. False
 * for a link that has ended.
 */
export function confirmByLink(shop: Shop, token: string): Promise<boolean> {
  return shop.database.write(async (tx) => {
    const asked = (await selectLinked(tx, hashOfToken(token))).filter(
      ({ confirmed_at, created_at }) =>
        confirmed_at !== null || created_at > shop.clock() - durations.alertConfirmation,
    );
    for (const row of asked) if (row.confirmed_at === null) await confirm(tx, shop, row);
    return asked.length > 0;
  });
}

async function confirm(tx: Writer, shop: Shop, row: SubscriptionRow): Promise<void> {
  const account = await lockConfirmedAccount(tx, row.email);
  const confirmed_at = shop.clock();
  if (!account) return updateSubscription(tx, row.id, { confirmed_at });
  const { id: userId } = account.buyer;
  const known = await selectAsked(tx, { ...row, person: userId });
  if (!known) return updateSubscription(tx, row.id, { user_id: userId, person: userId, email: '', confirmed_at });
  await moveLinks(tx, row.id, known.id);
  await deleteSubscription(tx, row.id);
}
