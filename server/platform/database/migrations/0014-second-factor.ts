import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Authenticator apps, recovery codes, sign-ins that wait for them, and whether every admin needs a second factor. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('authenticator_apps')
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('key_sealed', text, (column) => column.notNull())
    .addColumn('last_counter', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('enabled_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addPrimaryKeyConstraint('authenticator_apps_key', ['user_id'])
    .addForeignKeyConstraint('authenticator_apps_user_id', ['user_id'], 'users', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['code_hash'])
    .addForeignKeyConstraint('recovery_codes_user_id', ['user_id'], 'users', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createTable('sign_in_challenges')
    .addColumn('token_hash', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sign_in_challenges_key', ['token_hash'])
    .addForeignKeyConstraint('sign_in_challenges_user_id', ['user_id'], 'users', ['id'], (reference) =>
      reference.onDelete('cascade'),
    )
    .execute();
  for (const table of ['recovery_codes', 'sign_in_challenges'])
    await db.schema.createIndex(`${table}_by_user_id`).on(table).columns(['user_id']).execute();
  // At most one row, with the id 1.
  await db.schema
    .createTable('second_factor_rule')
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('required', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('second_factor_rule_key', ['id'])
    .execute();
}
