import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Passkeys, and challenges that they sign for something else than a sign-in. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('passkeys')
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('credential_id', text, (column) => column.notNull())
    .addColumn('public_key', text, (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', text, (column) => column.notNull())
    .addColumn('rp_id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addPrimaryKeyConstraint('passkeys_key', ['id'])
    .addUniqueConstraint('passkeys_credential_id', ['credential_id'])
    .addForeignKeyConstraint('passkeys_user_id', ['user_id'], 'users', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('passkeys_by_user_id').on('passkeys').columns(['user_id']).execute();
  await db.schema
    .alterTable('sign_in_challenges')
    .addColumn('purpose', text, (column) => column.notNull().defaultTo('sign-in'))
    .execute();
}
