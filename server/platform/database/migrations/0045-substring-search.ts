import { type Kysely, sql } from 'kysely';
import { createSubstringIndex } from '../dialect.ts';
import { alwaysReadWordsIndex } from '../words-index.ts';

/** Filters the collection, and finds orders, people and listings by a part of their texts without reading every row (decision 0043). */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await createSubstringIndex(db, 'orders', ['search_text']);
  await createSubstringIndex(db, 'listings', ['search_text']);
  await createSubstringIndex(db, 'users', ['name_folded', 'email_folded', 'lower(id)']);
  await alwaysReadWordsIndex(db, 'listing_search');
  // Has every column that the collection is filtered, counted and sorted by, so that a scan reads no texts.
  await sql`create index listings_to_filter on listings (id, status, is_unique, price_cents, year, width_mm, height_mm, depth_mm,
    created_at, name_folded, artist_folded, series_folded)`.execute(db);
}
