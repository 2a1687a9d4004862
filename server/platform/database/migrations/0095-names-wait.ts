import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Whether visitors read the name of a buyer in a provenance. Those that they read already stay. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('provenance_names')
    .addColumn('state', textColumn(db), (column) => column.notNull().defaultTo('shown'))
    .execute();
  await sql`create index provenance_names_that_wait on provenance_names (agreed_at) where state = 'waiting'`.execute(
    db,
  );
}
