import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Links that confirm an email address or undo its change are stored like those that reset a password. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await sql`alter table password_resets rename to account_links`.execute(db);
  const add = (name: string, value: string) =>
    db.schema
      .alterTable('account_links')
      .addColumn(name, textColumn(db), (column) => column.notNull().defaultTo(value))
      .execute();
  await add('kind', 'password');
  await add('email', '');
  await add('email_folded', '');
  await db.schema.createIndex('account_links_by_email').on('account_links').columns(['email_folded', 'kind']).execute();
}
