// Client offers and viewing rooms: pieces behind an unguessable link (docs/behaviour/private-sales.md).
import { type Refusal, refuse } from '#contract/errors.ts';
import type { OpenedLink, OwnPrivateLink, PrivateLink } from '#contract/private-sales.ts';
import { foldText } from '#contract/text.ts';
import { findConfirmedEmail, lockUser } from '#server/features/accounts/accounts.ts';
import { lockListings } from '#server/features/catalog/catalog.ts';
import { giveReservations } from '#server/features/holds/holds.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { localDay } from '#server/platform/local-day.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { endLink } from './end-link.ts';
import { presentLinks, presentOpened, sourceOf, stateOf } from './present-link.ts';
import {
  countOpening,
  forgetClient,
  type LinkList,
  type LinkRow,
  lockLink,
  selectItems,
  selectLinkByToken,
  selectLinks,
  selectLinksTo,
  updateLink,
} from './private-sales.queries.ts';

export { askToReserve } from './ask-to-reserve.ts';
export { addPrivateLink, changePrivateLink, closePrivateLink, insertRoom, renewPrivateLink } from './manage-links.ts';
export { examplePrivateEmails } from './private-link-email.ts';
export { deleteLink } from './private-sales.queries.ts';

/** Offers or rooms, newest first. */
export async function listPrivateLinks(
  shop: Shop,
  request: LinkList,
): Promise<{ links: PrivateLink[]; total: number }> {
  const { rows, total } = await selectLinks(shop.database.read, request);
  return { links: await presentLinks(shop.database.read, shop, rows), total };
}

/**
 * Returns what a link shows, and counts the opening. If the link has ended, `link` is null and `endedAt` is the time of the end; if none of
 * its pieces is left, it is the present time. Refused (404): a token that no link has.
 */
export async function openPrivateLink(
  shop: Shop,
  token: string,
): Promise<{ link: OpenedLink | null; endedAt: string | null } | Refusal> {
  // Guesses must not take up the one writer of the database.
  if (!(await selectLinkByToken(shop.database.read, hashOfToken(token)))) return refuse('privateLinkNotFound');
  return shop.database.write(async (tx) => {
    const row = await selectLinkByToken(tx, hashOfToken(token));
    if (!row) return refuse('privateLinkNotFound');
    if (stateOf(row, shop.clock()) !== 'open')
      return { link: null, endedAt: new Date(row.closed_at ?? row.until_at).toISOString() };
    const link = await presentOpened(tx, shop, row);
    // All pieces were deleted or have left the collection.
    if (link.pieces.length === 0) return { link: null, endedAt: new Date(shop.clock()).toISOString() };
    await countOpening(tx, row.id, localDay(shop.clock(), shop.settings.timeZone).toString());
    return { link, endedAt: null };
  });
}

/**
 * Reserves the pieces of an offer for this buyer, instead of the person who took it up before. Refused: an unknown link (404), one that has
 * ended, is no offer or has nothing left, and while somebody else pays for a piece (409).
 */
export function takePrivateOffer(shop: Shop, userId: string, token: string): Promise<{ link: OpenedLink } | Refusal> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    const row = await lockOpenOffer(tx, shop, token);
    if ('status' in row) return row;
    const items = await selectItems(tx, [row.id]);
    await lockListings(
      tx,
      items.map((item) => item.listing_id),
    );
    const link = await presentOpened(tx, shop, row);
    if (!link.pieces.some(({ state }) => state === 'open')) return refuse('privateLinkEnded');
    const refused = await giveReservations(tx, shop, sourceOf(row), userId);
    if (refused) return refused;
    await updateLink(tx, row.id, { taken_by: userId });
    return { link };
  });
}

/** Ends an offer for anybody who has its link. Refused as in `takePrivateOffer`. */
export function declinePrivateOffer(shop: Shop, token: string): Promise<null | Refusal> {
  return shop.database.write(async (tx) => {
    const row = await lockOpenOffer(tx, shop, token);
    if ('status' in row) return row;
    await endLink(tx, shop, row, 'client');
    return null;
  });
}

/** Removes the name of a person whose account is deleted from the links that the account took up or that its confirmed address got. */
export async function forgetPrivateClient(
  tx: Writer,
  { id, email, email_confirmed_at }: { id: string; email: string; email_confirmed_at: number | null },
): Promise<void> {
  await forgetClient(tx, id, email_confirmed_at === null ? null : foldText(email));
}

/** The offers that a user took up, or that their confirmed address got, newest first. */
export async function listOwnPrivateLinks(shop: Shop, userId: string): Promise<OwnPrivateLink[]> {
  const { read } = shop.database;
  const email = await findConfirmedEmail(read, userId);
  const links = await selectLinksTo(read, userId, email === null ? null : foldText(email));
  return (await presentLinks(read, shop, links)).map(({ kind, name, note, createdAt, until, pieces }) => ({
    kind,
    name,
    note,
    createdAt,
    until,
    pieces: pieces.map(({ listingId, price }) => ({ listingId, ...(price !== undefined && { price }) })),
  }));
}

async function lockOpenOffer(tx: Writer, shop: Shop, token: string): Promise<LinkRow | Refusal> {
  const known = await selectLinkByToken(tx, hashOfToken(token));
  const row = known && (await lockLink(tx, known.id));
  if (row?.token_hash !== hashOfToken(token)) return refuse('privateLinkNotFound');
  return row.kind === 'offer' && stateOf(row, shop.clock()) === 'open' ? row : refuse('privateLinkEnded');
}
