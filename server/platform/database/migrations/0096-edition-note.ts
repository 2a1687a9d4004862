import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Which of several a piece is, like number 3 of 12. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('listings')
    .addColumn('edition_note', textColumn(db), (added) => added.notNull().defaultTo(''))
    .execute();
}
