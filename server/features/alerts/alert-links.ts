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

/** A token has 192 random bits, so its hash needs no salt. */
const tokenBytes = 24;

/**
 * Makes a new link token for these subscriptions. Returns the addresses of the pages that confirm and that end them. Only the hash of
 * the token is stored.
 */
export async function newLinks(
  tx: Writer,
  shop: Shop,
  language: Language,
  ids: readonly string[],
): Promise<{ confirm: string; stop: string }> {
  const token = shop.randomBytes(tokenBytes).toString('base64url');
  await insertLinks(tx, ids, { token_hash: hashOfToken(token), created_at: shop.clock() });
  const address = (page: string) => pageAddress(shop, language, `/alerts/${page}?token=${token}`);
  return { confirm: address('confirm'), stop: address('stop') };
}

/** Ends the subscriptions of a link. An unknown or ended token changes nothing. */
export function stopByLink(shop: Shop, token: string): Promise<void> {
  return shop.database.write(async (tx) => {
    for (const { id } of await selectLinked(tx, hashOfToken(token))) await deleteSubscription(tx, id);
  });
}

/**
 * Confirms the subscriptions of a link. A subscription of an address that an account has confirmed belongs to that account from
 * then on. Returns false if the link has ended.
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
