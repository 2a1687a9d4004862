import type { Image, Listing } from '#contract/catalog.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { imageSets } from '#server/features/media/media.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import type { LinkColumn } from './catalog.queries.ts';
import { imagesOf } from './listing-record.ts';
import { presentListings } from './present-listing.ts';
import { selectWorkCounts, selectWorkImages, selectWorks } from './works.queries.ts';

export interface WorkCounts {
  /** Listings that are not discontinued. */
  pieces: number;
  /** Those of them that are not sold. */
  available: number;
}

/** Listings of one artist or series as visitors see them: unsold ones first, then the newest. */
export async function findWorks(shop: Shop, column: LinkColumn, id: string, request: ListRequest): Promise<Listing[]> {
  const { read } = shop.database;
  const rows = await selectWorks(read, { column, id, now: shop.clock(), ...rowsOf(request) });
  return presentListings(read, rows);
}

/** Counts the listings of artists or series. */
export async function countWorks(
  reader: Reader,
  column: LinkColumn,
  ids: readonly string[],
): Promise<(id: string) => WorkCounts> {
  const counts = new Map(ids.map((id) => [id, { pieces: 0, available: 0 }]));
  for (const { id, status, count } of await selectWorkCounts(reader, column, ids)) {
    const counted = counts.get(id) ?? { pieces: 0, available: 0 };
    counted.pieces += count;
    if (status === 'available') counted.available += count;
  }
  return (id) => counts.get(id) ?? { pieces: 0, available: 0 };
}

/** The first picture of each of at most `most` works of each artist or series. */
export async function findWorkPictures(
  reader: Reader,
  column: LinkColumn,
  { ids, most }: { ids: readonly string[]; most: number },
): Promise<(id: string) => Image[]> {
  const rows = await selectWorkImages(reader, column, { ids, most });
  const sets = await imageSets(
    reader,
    rows.map(({ images }) => imagesOf(images).slice(0, 1)),
  );
  return (id) => rows.flatMap((row, position) => (row.id === id ? (sets[position] ?? []) : []));
}
