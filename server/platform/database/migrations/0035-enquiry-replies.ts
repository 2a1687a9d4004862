import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Answers to enquiries, and of an email the earlier emails of its conversation. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('enquiry_replies')
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('enquiry_id', text, (column) => column.notNull())
    .addColumn('author_id', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('enquiry_replies_key', ['id'])
    .addForeignKeyConstraint('enquiry_replies_enquiry_id', ['enquiry_id'], 'enquiries', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('enquiry_replies_by_enquiry_id')
    .on('enquiry_replies')
    .columns(['enquiry_id', 'created_at'])
    .execute();
  await db.schema.alterTable('outbox').addColumn('thread', 'text').execute();
}
