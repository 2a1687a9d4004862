import { type Kysely, sql } from 'kysely';
import { indexForSqlite } from '../dialect.ts';

/** Words are ranked without a look at the listings, and on SQLite without reading the words of each. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('listing_search')
    .addColumn('created_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update listing_search
    set created_at = (select listings.created_at from listings where listings.id = listing_search.listing_id)`.execute(
    db,
  );
  await indexForSqlite(
    db,
    sql`create index listing_search_to_rank on listing_search (listing_id, names, makers, created_at)`,
  );
}
