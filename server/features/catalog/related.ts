import { fromCents } from '#contract/money.ts';
import type { RelatedListing, RelatedListings } from '#contract/page-services.ts';
import { imageSets } from '#server/features/media/media.ts';
import type { Shop } from '#server/shop.ts';
import { type ListingRow, selectListing } from './catalog.queries.ts';
import { imagesOf } from './listing-record.ts';
import { selectMoreByArtist, selectNeighbours, selectSimilar } from './related.queries.ts';

/** The most pieces in each row of pieces on the page of a piece. */
const mostRelated = 4;

/** The listings that the page of a listing links to. `similar` does not repeat those in `more`, which are by the same artist. */
export async function findRelated(shop: Shop, id: string): Promise<RelatedListings> {
  const { read } = shop.database;
  const row = await selectListing(read, id, shop.clock());
  if (!row) return { previous: null, next: null, more: [], similar: [] };
  const more = await selectMoreByArtist(read, row, mostRelated);
  const found = await selectSimilar(read, row, 2 * mostRelated);
  const similar = found.filter((one) => !more.some((other) => other.id === one.id)).slice(0, mostRelated);
  const listings = await presentRelated(shop, [...more, ...similar]);
  return {
    ...(await selectNeighbours(read, row)),
    more: listings.slice(0, more.length),
    similar: listings.slice(more.length),
  };
}

async function presentRelated({ database }: Shop, rows: readonly ListingRow[]): Promise<RelatedListing[]> {
  const sets = await imageSets(
    database.read,
    rows.map(({ images }) => imagesOf(images).slice(0, 1)),
  );
  return rows.map(({ id, name, price_cents, artist, artists, year }, position) => ({
    id,
    name,
    price: fromCents(price_cents),
    artist,
    artists,
    year,
    image: sets[position]?.[0] ?? null,
  }));
}
