import { sql } from 'kysely';
import type { ListingStatus } from '#contract/states.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { type LinkColumn, type ListingWithHold, listingsWithHolds } from './catalog.queries.ts';
import { shownCondition } from './visibility.ts';

/** Listings of one artist or series that visitors see: unsold ones first, then the newest. */
export function selectWorks(
  reader: Reader,
  { column, id, now, limit, offset }: { column: LinkColumn; id: string; now: number; limit: number; offset: number },
): Promise<ListingWithHold[]> {
  return listingsWithHolds(reader, now)
    .where(`listings.${column}`, '=', id)
    .where(shownCondition)
    .orderBy('listings.status')
    .orderBy('listings.created_at', 'desc')
    .orderBy('listings.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many listings of these artists or series visitors see, by artist or series and by status. */
export async function selectWorkCounts(
  reader: Reader,
  column: LinkColumn,
  ids: readonly string[],
): Promise<{ id: string; status: ListingStatus; count: number }[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom('listings')
    .select([column, 'status'])
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(column, 'in', ids)
    .where(shownCondition)
    .groupBy([column, 'status'])
    .execute();
  return rows.map(({ status, count, ...row }) => ({ id: row[column] ?? '', status, count }));
}

/** The `images` columns of the first `most` works with pictures of each of these artists or series, in the order of `selectWorks`. */
export async function selectWorkImages(
  reader: Reader,
  column: LinkColumn,
  { ids, most }: { ids: readonly string[]; most: number },
): Promise<{ id: string; images: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; images: string }>`
    select ${sql.ref(column)} as id, images from (
      select ${sql.ref(column)}, images, row_number() over (
        partition by ${sql.ref(column)} order by status, created_at desc, id) as place
      from listings where ${sql.ref(column)} in (${sql.join(ids)}) and ${shownCondition} and images <> '[]'
    ) as works where place <= ${most} order by place`.execute(reader);
  return rows;
}
