import { fromCents } from '#contract/money.ts';
import type { OpenedLink, PrivateLink, PrivateLinkState, PrivateListing } from '#contract/private-sales.ts';
import { findListings, findVisibilities } from '#server/features/catalog/catalog.ts';
import { findReservations } from '#server/features/holds/holds.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { type LinkRow, selectItems, selectViews } from './private-sales.queries.ts';

/** How many days with openings the panel shows for a link. */
const shownDays = 30;

export function stateOf({ closed_by, until_at }: LinkRow, now: number): PrivateLinkState {
  if (closed_by !== null) return closed_by === 'shop' ? 'closed' : 'declined';
  return until_at > now ? 'open' : 'ended';
}

/** The `source` of the reservations of an offer's pieces (holds/). */
export const sourceOf = ({ id }: Pick<LinkRow, 'id'>) => `offer ${id}`;

/** What the link shows to anybody who opens it. Prices that are not shown, pieces that left the collection and drafts are not in it. */
export async function presentOpened(reader: Reader, shop: Shop, link: LinkRow): Promise<OpenedLink> {
  const items = await selectItems(reader, [link.id]);
  const ids = items.map((item) => item.listing_id);
  const listings = await findListings(reader, ids, shop.clock());
  const visibilities = await findVisibilities(reader, ids);
  const reservations = await findReservations(reader, shop, { listingIds: ids, source: sourceOf(link) });
  const reserved = new Set(reservations.map(({ listingId }) => listingId));
  const pieces = items.flatMap((item): PrivateListing[] => {
    const found = listings.get(item.listing_id);
    const visibility = visibilities.get(item.listing_id);
    if (!found || found.status === 'discontinued') return [];
    if (visibility !== 'listed' && visibility !== 'private') return [];
    const { price: listed, ...listing } = found;
    const isOpen = found.status === 'available' && (link.kind === 'offer' ? reserved.has(found.id) : !found.reserved);
    const price = item.price_cents === null ? listed : fromCents(item.price_cents);
    return [
      {
        listing: { ...listing, ...((link.shows_prices === 1 || link.kind === 'offer') && { price }) },
        words: item.words,
        hasPage: visibility === 'listed',
        state: found.sold ? 'sold' : isOpen ? 'open' : 'taken',
      },
    ];
  });
  const { kind, name, note } = link;
  return { kind, name, note, until: new Date(link.until_at).toISOString(), pieces };
}

/** The links as the panel shows them. */
export async function presentLinks(reader: Reader, shop: Shop, links: readonly LinkRow[]): Promise<PrivateLink[]> {
  const ids = links.map(({ id }) => id);
  const items = Map.groupBy(await selectItems(reader, ids), (item) => item.link_id);
  const views = Map.groupBy(await selectViews(reader, ids), (view) => view.link_id);
  const listingIds = [...new Set([...items.values()].flat().map((item) => item.listing_id))];
  const listings = await findListings(reader, listingIds, shop.clock());
  return links.map((link) => ({
    id: link.id,
    kind: link.kind,
    state: stateOf(link, shop.clock()),
    name: link.name,
    email: link.email,
    note: link.note,
    showsPrices: link.shows_prices === 1,
    until: new Date(link.until_at).toISOString(),
    createdAt: new Date(link.created_at).toISOString(),
    pieces: (items.get(link.id) ?? []).map(({ listing_id, words, price_cents }) => ({
      listingId: listing_id,
      name: listings.get(listing_id)?.name ?? 'A deleted piece',
      words,
      sold: listings.get(listing_id)?.sold ?? false,
      ...(price_cents !== null && { price: fromCents(price_cents) }),
    })),
    openings: (views.get(link.id) ?? []).slice(0, shownDays).map(({ day, openings }) => ({ day, count: openings })),
    opened: (views.get(link.id) ?? []).reduce((sum, { openings }) => sum + Number(openings), 0),
  }));
}
