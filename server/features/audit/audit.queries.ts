import { type RawBuilder, sql } from 'kysely';
import type { auditSortFields } from '#contract/audit.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { foldText } from '#contract/text.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { contains } from '#server/platform/database/dialect.ts';
import { countRows, orderByIds, pageFromIndex, pageFromScan } from '#server/platform/database/pagination.ts';
import type { AuditEntriesTable } from '#server/platform/database/tables.ts';

export async function insertEntry(tx: Writer, entry: AuditEntriesTable): Promise<void> {
  await tx.insertInto('audit_entries').values(entry).execute();
}

/** Name and email of those ids that belong to users. */
export function selectUserNames(
  tx: Writer,
  ids: readonly string[],
): Promise<{ id: string; name: string; email: string }[]> {
  return tx.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', ids).execute();
}

/** The latest `limit` entries about a subject, newest first. */
export function selectEntriesOf(reader: Reader, subject: string, limit: number): Promise<AuditEntriesTable[]> {
  return reader
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

const namedColumns = [
  'id',
  'admin_id',
  'admin_name',
  'admin_email',
  'subject',
  'subject_name',
  'subject_email',
] as const;

export type EntryOfPerson = Pick<AuditEntriesTable, (typeof namedColumns)[number] | 'before' | 'after'>;

/** The entries by or about an account; with an address (folded) those that have it in `before` or `after`. */
export function selectEntriesNaming(
  reader: Reader,
  { id, address }: { id: string; address: string | null },
): Promise<EntryOfPerson[]> {
  const entries = reader.selectFrom('audit_entries').select([...namedColumns, 'before', 'after']);
  if (address === null)
    return entries.where((row) => row.or([row('admin_id', '=', id), row('subject', '=', id)])).execute();
  const [before, after] = [sql`lower(coalesce(before, ''))`, sql`lower(coalesce(after, ''))`];
  return entries
    .where(sql<boolean>`(${contains(reader, before, address)} or ${contains(reader, after, address)})`)
    .execute();
}

/** Whether an entry says that the account had a role. */
export async function hadRole(reader: Reader, id: string): Promise<boolean> {
  const role = '"role":"';
  const [before, after] = [sql`coalesce(before, '')`, sql`coalesce(after, '')`];
  const entry = reader
    .selectFrom('audit_entries')
    .select('id')
    .where('subject', '=', id)
    .where(sql<boolean>`(${contains(reader, before, role)} or ${contains(reader, after, role)})`);
  return (await entry.limit(1).executeTakeFirst()) !== undefined;
}

export async function updateNames(
  tx: Writer,
  id: string,
  names: Omit<EntryOfPerson, 'id' | 'admin_id' | 'subject'> & Pick<AuditEntriesTable, 'people_folded'>,
): Promise<void> {
  await tx.updateTable('audit_entries').set(names).where('id', '=', id).execute();
}

type AuditSortField = (typeof auditSortFields)[number];
export type AuditListRequest = ListRequest<AuditSortField>;

const sortColumns = {
  date: 'at',
  at: 'at',
  action: 'action',
  subject: 'subject',
  adminId: 'admin_id',
  id: 'id',
} as const satisfies Record<AuditSortField, keyof AuditEntriesTable>;

/** One page of entries, and the total; newest first without `sort`. `q` searches action, subject, names and emails of the people. */
export async function selectEntries(reader: Reader, request: AuditListRequest) {
  const by = sql.ref(sortColumns[request.sort ?? 'date']);
  const page = {
    table: 'audit_entries',
    where: matching(reader, request.q),
    order: [{ by, direction: request.sort ? (request.order ?? 'asc') : 'desc' }],
    ...rowsOf(request),
  } as const;
  const { ids, total } = request.q
    ? await pageFromScan(reader, page)
    : await pageFromIndex(reader, page, () => countRows(reader, 'audit_entries'));
  const rows = await reader
    .selectFrom('audit_entries')
    .selectAll()
    .where('id', 'in', ['', ...ids])
    .execute();
  return { rows: orderByIds(ids, rows), total };
}

function matching(reader: Reader, q: string | undefined): RawBuilder<boolean> {
  if (!q) return sql`1 = 1`;
  const columns = [sql`lower(action)`, sql`lower(subject)`, sql`people_folded`];
  return sql`(${sql.join(
    columns.map((column) => contains(reader, column, foldText(q))),
    sql` or `,
  )})`;
}
