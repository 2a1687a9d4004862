import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/**
 * Adds to audit entries the names that people had at the time of the entry. Existing entries get the current names, because the
 * earlier ones are not stored.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  for (const column of ['admin_name', 'admin_email', 'subject_name', 'subject_email', 'people_folded'])
    await db.schema.alterTable('audit_entries').addColumn(column, textColumn(db)).execute();
  for (const who of ['admin', 'subject']) {
    const id = sql.ref(who === 'admin' ? 'admin_id' : 'subject');
    await sql`update audit_entries set
      ${sql.ref(`${who}_name`)} = (select name from users where users.id = ${id}),
      ${sql.ref(`${who}_email`)} = (select email from users where users.id = ${id}),
      people_folded = coalesce(people_folded || ' ', '') || coalesce(
        (select name_folded || ' ' || email_folded from users where users.id = ${id}), '')`.execute(db);
  }
  // Includes the column that `q` searches.
  await sql`drop index audit_entries_in_order_of_action`.execute(db);
  await sql`create index audit_entries_in_order_of_action on audit_entries (action, id, subject, at, people_folded)`.execute(
    db,
  );
}
