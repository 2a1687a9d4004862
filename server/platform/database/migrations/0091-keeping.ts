import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/**
 * The history of holds becomes the history of every way in which somebody keeps a listing from others, with the mailbox of the person.
 * Waiting lists know the client address of each person, and since when a listing is kept for those who wait.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('keeping')
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('way', text, (column) => column.notNull())
    .addColumn('network', text, (column) => column.notNull())
    .addColumn('mailbox', text, (column) => column.notNull())
    .addColumn('is_confirmed', 'bigint', (column) => column.notNull())
    .addColumn('began_at', 'bigint', (column) => column.notNull())
    .addColumn('until_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_by_admin', 'bigint', (column) => column.notNull())
    .addColumn('was_used', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('keeping_key', ['listing_id', 'user_id', 'way', 'began_at'])
    .addForeignKeyConstraint('keeping_listing_id', ['listing_id'], 'listings', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  for (const columns of [['network', 'until_at'], ['mailbox', 'until_at'], ['until_at']])
    await db.schema
      .createIndex(`keeping_by_${columns.join('_')}`)
      .on('keeping')
      .columns(columns)
      .execute();
  await sql`insert into keeping
    (listing_id, user_id, way, network, mailbox, is_confirmed, began_at, until_at, ended_by_admin, was_used)
    select listing_id, user_id, 'hold', network, '', 0, began_at, until_at, ended_by_admin, 0 from hold_history`.execute(
    db,
  );
  await db.schema.dropTable('hold_history').execute();
  await db.schema
    .alterTable('waiting_entries')
    .addColumn('network', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('waiting_turns')
    .addColumn('begun_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
