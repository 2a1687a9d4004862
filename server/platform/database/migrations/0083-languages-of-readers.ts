import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** In which language somebody reads the shop, for the emails to them. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  for (const table of ['users', 'subscriptions', 'enquiries'])
    await db.schema
      .alterTable(table)
      .addColumn('language', textColumn(db), (column) => column.notNull().defaultTo('en'))
      .execute();
}
