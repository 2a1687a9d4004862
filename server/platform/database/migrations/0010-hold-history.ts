import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Keeps for a day who held which listing for how long. The holds of the moment become its first rows, of no known network. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  const table = db.schema
    .createTable('hold_history')
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('network', text, (column) => column.notNull())
    .addColumn('began_at', 'bigint', (column) => column.notNull())
    .addColumn('until_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_by_admin', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('hold_history_key', ['listing_id', 'user_id', 'began_at'])
    .addForeignKeyConstraint('hold_history_listing_id', ['listing_id'], 'listings', ['id'], (reference) =>
      reference.onDelete('cascade'),
    );
  await table.execute();
  for (const columns of [['network', 'until_at'], ['until_at']])
    await db.schema
      .createIndex(`hold_history_by_${columns.join('_')}`)
      .on('hold_history')
      .columns(columns)
      .execute();
  await sql`insert into hold_history (listing_id, user_id, network, began_at, until_at, ended_by_admin)
    select listing_id, user_id, '', first_held_at, expires_at, 0 from holds`.execute(db);
}
