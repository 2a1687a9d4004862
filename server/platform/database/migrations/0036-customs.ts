import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** What customs ask about a listing: its HS code and the country that it was made in. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  for (const column of ['hs_code', 'origin'])
    await db.schema
      .alterTable('listings')
      .addColumn(column, textColumn(db), (definition) => definition.notNull().defaultTo(''))
      .execute();
}
