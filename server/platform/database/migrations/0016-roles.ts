import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Replaces the flag `is_admin` with a role. Existing admins become owners. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('role', textColumn(db), (column) => column.check(sql`role in ('owner', 'staff', 'viewer')`))
    .execute();
  await sql`update users set role = 'owner' where is_admin = 1`.execute(db);
  for (const name of ['is_admin', 'is_admin_descending'])
    await db.schema.dropIndex(`users_in_order_of_${name}`).execute();
  await db.schema.alterTable('users').dropColumn('is_admin').execute();
  await sql`create index users_in_order_of_admin on users ((case when role is null then 0 else 1 end), id)`.execute(db);
  await sql`create index users_in_order_of_admin_descending on users ((case when role is null then 0 else 1 end) desc, id)`.execute(
    db,
  );
  await db.schema.createIndex('users_by_role').on('users').columns(['role']).execute();
}
