import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { toCents } from '#contract/money.ts';
import type { ChangedPrivateLink, NewPrivateLink, PrivateLink } from '#contract/private-sales.ts';
import { foldText } from '#contract/text.ts';
import { findLanguageOfAddress } from '#server/features/accounts/accounts.ts';
import { countAttempt } from '#server/features/attempts/attempts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { type ListingRow, lockListings, refusePrice } from '#server/features/catalog/catalog.ts';
import { findReservedIds, reserveListing } from '#server/features/holds/holds.ts';
import { offerToWaiting } from '#server/features/waiting-list/waiting-list.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { endLink } from './end-link.ts';
import { newAddress } from './link-token.ts';
import { presentLinks, presentOpened, sourceOf, stateOf } from './present-link.ts';
import { privateLinkEmail } from './private-link-email.ts';
import {
  type ItemRow,
  insertLink,
  type LinkRow,
  lockLink,
  replaceItems,
  selectItems,
  selectLink,
  updateLink,
} from './private-sales.queries.ts';

/** Milliseconds. */
const longestDuration = 366 * 24 * 60 * 60_000;
/** How many emails with private links one address may get; `window` in milliseconds. */
const emailLimit = { limit: 20, window: 60 * 60_000 };

export interface Admin {
  userId: string;
  /** Whether this person decides what pieces cost (`setsPrices` of the contract). */
  maySetPrices: boolean;
  /** Whether the password was given recently. */
  isConfirmed: boolean;
}

type Made = { link: PrivateLink; url: string };

/**
 * Makes an offer or a room. Only this answer has the `url`, because the database stores a hash. Refused: an end in the past or after more
 * than a year, a price that the currency does not have, a price in a room, sending without an email address (400); a price from somebody who
 * may not set prices or has not given the password recently (403); an unknown listing (404); a draft, and in an offer a listing that cannot
 * be reserved (409); too many emails (429).
 */
export function addPrivateLink(shop: Shop, admin: Admin, input: NewPrivateLink): Promise<Made | Refusal> {
  const refused = refuseInput(shop, admin, input);
  if (refused) return Promise.resolve(refused);
  const id = shop.randomBytes(12).toString('hex');
  const { url, path, hash } = newAddress(shop);
  const row: LinkRow = {
    id,
    kind: input.kind,
    token_hash: hash,
    name: input.name,
    note: input.note,
    email: input.email,
    email_folded: foldText(input.email),
    shows_prices: input.showsPrices ? 1 : 0,
    until_at: Date.parse(input.until),
    closed_at: null,
    closed_by: null,
    taken_by: null,
    created_at: shop.clock(),
  };
  return shop.database.write(async (tx) => {
    const items = itemsOf(id, input.pieces);
    await insertLink(tx, row);
    const listings = await lockListings(
      tx,
      items.map((item) => item.listing_id),
    );
    if (listings.length < items.length) return refuse('listingNotFound');
    const draft = refuseDraft(listings);
    if (draft) return draft;
    const unavailable = await reserveFor(tx, shop, row, items, listings);
    if (unavailable) return unavailable;
    await replaceItems(tx, id, items);
    if (input.send) {
      const limited = await queueLink(tx, shop, row, path);
      if (limited) return limited;
    }
    await record(tx, shop, admin, row, row.kind === 'offer' ? 'client offer made' : 'viewing room made');
    return { link: await presentOne(tx, shop, id), url };
  });
}

interface NewRoom {
  id: string;
  name: string;
  note: string;
  pieces: readonly { listingId: string; words: string }[];
  /** Epoch milliseconds. */
  until: number;
}

/** Writes a viewing room of listings that exist. Nobody learns its address; `renewPrivateLink` makes a new one. */
export async function insertRoom(tx: Writer, shop: Shop, { id, name, note, pieces, until }: NewRoom): Promise<void> {
  await insertLink(tx, {
    id,
    kind: 'room',
    token_hash: newAddress(shop).hash,
    name,
    note,
    email: '',
    email_folded: '',
    shows_prices: 1,
    until_at: until,
    closed_at: null,
    closed_by: null,
    taken_by: null,
    created_at: shop.clock(),
  });
  await replaceItems(tx, id, itemsOf(id, pieces.map(atListedPrice)));
}

/**
 * Changes the texts and the end, and the pieces of a room. Refused: an end in the past or after more than a year (400); an unknown link or
 * listing (404); a link that was closed, a draft, and an offer whose pieces cannot be reserved until the new end (409).
 */
export function changePrivateLink(
  shop: Shop,
  admin: Admin,
  id: string,
  { name, note, until, showsPrices, pieces }: ChangedPrivateLink,
): Promise<{ link: PrivateLink } | Refusal> {
  const refused = until === undefined ? null : refuseEnd(shop, until);
  if (refused) return Promise.resolve(refused);
  return changeLink(shop, id, async (tx, before) => {
    const changes: Partial<LinkRow> = {
      ...(name !== undefined && { name }),
      ...(note !== undefined && { note }),
      ...(until !== undefined && { until_at: Date.parse(until) }),
      ...(showsPrices !== undefined && { shows_prices: showsPrices ? 1 : 0 }),
    };
    const after = { ...before, ...changes };
    await updateLink(tx, id, changes);
    // The prices of an offer are agreed, and its email names the pieces: other pieces need another offer.
    if (pieces && before.kind === 'room') {
      const refused = await replacePieces(tx, id, pieces);
      if (refused) return refused;
    }
    if (until !== undefined) {
      const unavailable = await prolongReservations(tx, shop, { before, after });
      if (unavailable) return unavailable;
    }
    await record(tx, shop, admin, after, before.kind === 'offer' ? 'client offer changed' : 'viewing room changed');
    return null;
  });
}

/**
 * Gives a link a new address; the old one stops working. Refused: sending without an email address (400), an unknown link (404), one that
 * has ended (409), too many emails (429).
 */
export async function renewPrivateLink(shop: Shop, admin: Admin, id: string, send: boolean): Promise<Made | Refusal> {
  const { url, path, hash } = newAddress(shop);
  const changed = await changeLink(shop, id, async (tx, row) => {
    if (stateOf(row, shop.clock()) !== 'open') return refuse('privateLinkEnded');
    await updateLink(tx, id, { token_hash: hash });
    await record(tx, shop, admin, row, 'private link renewed');
    return send ? queueLink(tx, shop, row, path) : null;
  });
  return isRefusal(changed) ? changed : { ...changed, url };
}

/** Closes a link for good. Refused: an unknown link (404), one that was closed (409). */
export function closePrivateLink(shop: Shop, admin: Admin, id: string): Promise<{ link: PrivateLink } | Refusal> {
  return changeLink(shop, id, async (tx, row) => {
    await endLink(tx, shop, row, 'shop');
    await record(tx, shop, admin, row, row.kind === 'offer' ? 'client offer closed' : 'viewing room closed');
    return null;
  });
}

function changeLink(
  shop: Shop,
  id: string,
  change: (tx: Writer, row: LinkRow) => Promise<Refusal | null>,
): Promise<{ link: PrivateLink } | Refusal> {
  return shop.database.write(async (tx) => {
    const row = await lockLink(tx, id);
    if (!row) return refuse('privateLinkNotFound');
    if (row.closed_at !== null) return refuse('privateLinkEnded');
    const refused = await change(tx, row);
    return refused ?? { link: await presentOne(tx, shop, id) };
  });
}

function refuseInput(
  shop: Shop,
  { maySetPrices, isConfirmed }: Admin,
  { kind, pieces, until, send, email }: NewPrivateLink,
): Refusal | null {
  if (send && email === '') return refuse('privateEmailNeeded');
  const prices = pieces.map(({ price }) => price).filter((price) => price !== undefined);
  // A room shows the prices of the collection.
  if (prices.length > 0 && !maySetPrices) return refuse('priceRightNeeded');
  if (prices.length > 0 && kind === 'room') return refuse('privateRoomPrices');
  if (prices.length > 0 && !isConfirmed) return refuse('confirmationNeeded', {}, { code: 'confirm' });
  for (const price of prices) {
    const refused = refusePrice(shop, 'pieces', price);
    if (refused) return refused;
  }
  return refuseEnd(shop, until);
}

function refuseEnd(shop: Shop, until: string): Refusal | null {
  const rest = Date.parse(until) - shop.clock();
  return rest > 0 && rest <= longestDuration ? null : refuse('privateEndImpossible');
}

/** Refuses (409) a listing that is still a draft or scheduled: the link would not show it. */
function refuseDraft(listings: readonly ListingRow[]): Refusal | null {
  const draft = listings.find(({ visibility }) => visibility === 'draft' || visibility === 'scheduled');
  return draft ? refuse('listingIsDraft', { name: draft.name }) : null;
}

/** Replaces the pieces of a room. Refuses an unknown piece (404) and a draft (409), unless the room had the piece before. */
async function replacePieces(tx: Writer, id: string, pieces: NewPrivateLink['pieces']): Promise<Refusal | null> {
  const known = new Set((await selectItems(tx, [id])).map((item) => item.listing_id));
  const added = pieces.map(({ listingId }) => listingId).filter((listingId) => !known.has(listingId));
  const listings = await lockListings(tx, added);
  const refused = listings.length < new Set(added).size ? refuse('listingNotFound') : refuseDraft(listings);
  if (refused) return refused;
  await replaceItems(tx, id, itemsOf(id, pieces.map(atListedPrice)));
  return null;
}

/** A room shows the prices of the collection. */
const atListedPrice = ({ listingId, words }: Pick<NewPrivateLink['pieces'][number], 'listingId' | 'words'>) => ({
  listingId,
  words,
  price: undefined,
});

const itemsOf = (link_id: string, pieces: NewPrivateLink['pieces']): ItemRow[] =>
  pieces.map(({ listingId, price, words }, position) => ({
    link_id,
    listing_id: listingId,
    position,
    words,
    price_cents: price === undefined ? null : toCents(price),
  }));

/**
 * Reserves the available pieces of an offer until its new end; nothing if that has passed. If the offer is open, it leaves out pieces whose
 * reservation an admin has ended.
 */
async function prolongReservations(
  tx: Writer,
  shop: Shop,
  { before, after }: { before: LinkRow; after: LinkRow },
): Promise<Refusal | null> {
  const items = await selectItems(tx, [after.id]);
  const listings = await lockListings(
    tx,
    items.map((item) => item.listing_id),
  );
  const isOpen = stateOf(before, shop.clock()) === 'open';
  const reserved = new Set(isOpen ? await findReservedIds(tx, sourceOf(after)) : listings.map(({ id }) => id));
  const available = listings.filter(({ id, status }) => status === 'available' && reserved.has(id));
  return refuseDraft(available) ?? reserveFor(tx, shop, after, items, available);
}

/** Reserves these locked listings until the end of an offer, and after it for their waiting lists. A room reserves nothing. */
async function reserveFor(
  tx: Writer,
  shop: Shop,
  link: LinkRow,
  items: readonly ItemRow[],
  listings: readonly ListingRow[],
): Promise<Refusal | null> {
  if (link.kind === 'room' || link.until_at <= shop.clock()) return null;
  const prices = new Map(items.map((item) => [item.listing_id, item.price_cents]));
  for (const listing of listings) {
    const turns = [{ userId: link.taken_by, until: link.until_at, cents: prices.get(listing.id) ?? null }];
    const refused = await reserveListing(tx, shop, { source: sourceOf(link), listing, turns });
    if (refused) return refused;
  }
  await offerToWaiting(
    tx,
    shop,
    listings.map(({ id }) => id),
  );
  return null;
}

/** Emails the link to its client. Refuses a link without an email address (400) and more emails than `emailLimit` allows (429). */
async function queueLink(tx: Writer, shop: Shop, row: LinkRow, path: string): Promise<Refusal | null> {
  if (row.email === '') return refuse('privateEmailNeeded');
  const subject = `private links:${row.email_folded}`;
  const limited = await countAttempt(tx, shop, [{ subject, ...emailLimit }]);
  if (limited) return limited;
  // The email names the pieces that the link shows, so no drafts.
  const { pieces } = await presentOpened(tx, shop, row);
  const { kind, name, note, until_at: until } = row;
  const names = pieces.map(({ listing }) => listing.name);
  const language = await findLanguageOfAddress(tx, row.email);
  await shop.mailer.queueEmail(tx, {
    ...privateLinkEmail(shop, language, { kind, name, note, until, path, pieces: names }),
    kind: 'private link',
    to: row.email,
    accountId: `private ${row.email_folded}`,
  });
  return null;
}

async function presentOne(tx: Writer, shop: Shop, id: string): Promise<PrivateLink> {
  const row = await selectLink(tx, id);
  const [link] = row ? await presentLinks(tx, shop, [row]) : [];
  if (!link) throw new Error('the private link that was just written is not found');
  return link;
}

async function record(tx: Writer, shop: Shop, { userId }: Admin, row: LinkRow, action: string): Promise<void> {
  const items = await selectItems(tx, [row.id]);
  const after = {
    name: row.name,
    until: row.until_at,
    pieces: items.map(({ listing_id, price_cents }) => ({ listing: listing_id, price: price_cents })),
  };
  await recordChange(tx, shop, { adminId: userId, action, subject: row.id, before: null, after });
}
