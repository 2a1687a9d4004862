import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** What a piece is made of, as the collection is filtered by. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  for (const column of ['medium', 'medium_folded'])
    await db.schema
      .alterTable('listings')
      .addColumn(column, textColumn(db), (added) => added.notNull().defaultTo(''))
      .execute();
  // Has every column that listings are filtered and counted by, and only those that have a medium.
  await sql`create index listings_by_medium on listings (medium_folded, id, status, medium) where medium_folded <> ''`.execute(
    db,
  );
}
