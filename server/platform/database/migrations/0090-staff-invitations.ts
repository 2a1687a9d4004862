import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** The invitations to run the shop that were neither accepted nor withdrawn. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('staff_invitations')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('token_hash', text, (column) => column.notNull().unique())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('email_folded', text, (column) => column.notNull().unique())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('owner_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('staff_invitations_of_owner').on('staff_invitations').column('owner_id').execute();
}
