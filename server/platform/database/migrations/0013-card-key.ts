import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Names the key that new card data are encrypted with, so that the key can be changed while several processes run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('card_key')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('key_id', textColumn(db), (column) => column.notNull())
    .execute();
  await sql`insert into card_key (id, key_id) values (1, '')`.execute(db);
}
