import { type Kysely, sql } from 'kysely';
import { indexForSqlite } from '../dialect.ts';

/** The counts of the whole collection's filters are read in the order of these indexes, so that nothing is sorted. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await indexForSqlite(
    db,
    sql`create index listings_by_state_and_size on listings (is_unique, status,
      (max(coalesce(width_mm, 0), coalesce(height_mm, 0), coalesce(depth_mm, 0))))`,
    ...['artist_folded', 'series_folded'].flatMap((column) => {
      const name = sql.ref(`listings_in_order_of_${column}`);
      const of = sql.ref(column);
      return [
        sql`drop index ${name}`,
        sql`create index ${name} on listings ((case when ${of} = '' then 1 else 0 end), ${of}, id, status)`,
      ];
    }),
  );
}
