import { sql } from 'kysely';
import type { Reader } from '#server/platform/database/database.ts';
import { filterOnly } from '#server/platform/database/dialect.ts';
import type { ListingRow } from './catalog.queries.ts';
import { shownCondition } from './visibility.ts';

/** The ids of the listings before and after a listing in the collection, the newest first; null at its ends. */
export async function selectNeighbours(
  reader: Reader,
  { id, created_at }: Pick<ListingRow, 'id' | 'created_at'>,
): Promise<{ previous: string | null; next: string | null }> {
  const shown = reader.selectFrom('listings').select('id').where(shownCondition);
  const previous = await shown
    .where(sql<boolean>`created_at >= ${created_at} and (created_at > ${created_at} or id < ${id})`)
    .orderBy('created_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const next = await shown
    .where(sql<boolean>`created_at <= ${created_at} and (created_at < ${created_at} or id > ${id})`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return { previous: previous?.id ?? null, next: next?.id ?? null };
}

/** Other listings of the same artist that are for sale, the newest first. */
export function selectMoreByArtist(
  reader: Reader,
  { id, artist_id }: Pick<ListingRow, 'id' | 'artist_id'>,
  most: number,
): Promise<ListingRow[]> {
  if (artist_id === null) return Promise.resolve([]);
  return reader
    .selectFrom('listings')
    .selectAll()
    .where('artist_id', '=', artist_id)
    .where(sql<boolean>`${filterOnly(reader, 'status')} = 'available'`)
    .where('visibility', '=', 'listed')
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Prices, widths and heights are similar if the larger one is at most this many times the smaller one. */
const similar = 1.6;

/**
 * Listings for sale of a similar price and size, the nearest price first. Reads the part of the index over prices that is near the
 * price. Returns nothing for a listing without a width and a height.
 */
export function selectSimilar(
  reader: Reader,
  { id, price_cents, width_mm, height_mm }: Pick<ListingRow, 'id' | 'price_cents' | 'width_mm' | 'height_mm'>,
  most: number,
): Promise<ListingRow[]> {
  if (width_mm === null || height_mm === null) return Promise.resolve([]);
  const near = (column: 'price_cents' | 'width_mm' | 'height_mm', value: number) =>
    sql<boolean>`${sql.ref(column)} between ${Math.floor(value / similar)} and ${Math.ceil(value * similar)}`;
  return reader
    .selectFrom('listings')
    .selectAll()
    .where(near('price_cents', price_cents))
    .where(near('width_mm', width_mm))
    .where(near('height_mm', height_mm))
    .where(sql<boolean>`${filterOnly(reader, 'status')} = 'available'`)
    .where('visibility', '=', 'listed')
    .where('id', '<>', id)
    .orderBy(sql`abs(price_cents - ${price_cents})`)
    .orderBy('id')
    .limit(most)
    .execute();
}
