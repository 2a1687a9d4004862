import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** How a piece is framed, and how it hangs. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  for (const column of ['framing', 'hanging'])
    await db.schema
      .alterTable('listings')
      .addColumn(column, textColumn(db), (added) => added.notNull().defaultTo(''))
      .execute();
}
