import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/**
 * From which English texts translations were made. Those of earlier translations are not known. What is complete follows from the
 * English texts of now.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('translations')
    .addColumn('english', textColumn(db), (column) => column.notNull().defaultTo('{}'))
    .execute();
  await db.schema.alterTable('translations').dropColumn('is_complete').execute();
}
