import { type RawBuilder, sql } from 'kysely';
import type { auditSortFields } from '#contract/audit.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { foldText } from '#contract/text.ts';
import type { Reader, Writer } from '#server/database/database.ts';
import { contains } from '#server/database/dialect.ts';
import { countRows, inOrderOf, pageInOrder, pageOfSearch } from '#server/database/page-of.ts';
import type { AuditEntriesTable } from '#server/database/tables.ts';

export async function insertEntry(tx: Writer, entry: AuditEntriesTable): Promise<void> {
  await tx.insertInto('audit_entries').values(entry).execute();
}

type AuditSortField = (typeof auditSortFields)[number];

const sortColumns = {
  date: 'at',
  at: 'at',
  action: 'action',
  subject: 'subject',
  adminId: 'admin_id',
  id: 'id',
} as const satisfies Record<AuditSortField, keyof AuditEntriesTable>;

/** Newest first unless asked otherwise; `q` looks in action and subject. */
export async function selectEntries(reader: Reader, request: ListRequest<AuditSortField>) {
  const by = sql.ref(sortColumns[request.sort ?? 'date']);
  const page = {
    table: 'audit_entries',
    where: matching(reader, request.q),
    order: [{ by, direction: request.sort ? (request.order ?? 'asc') : 'desc' }],
    ...rowsOf(request),
  } as const;
  const { ids, total } = request.q
    ? await pageOfSearch(reader, page)
    : await pageInOrder(reader, page, () => countRows(reader, 'audit_entries'));
  const rows = await reader
    .selectFrom('audit_entries')
    .leftJoin('users as admins', 'admins.id', 'audit_entries.admin_id')
    .leftJoin('users as subjects', 'subjects.id', 'audit_entries.subject')
    .selectAll('audit_entries')
    .select(['admins.name as admin_name', 'admins.email as admin_email'])
    .select(['subjects.name as subject_name', 'subjects.email as subject_email'])
    .where('audit_entries.id', 'in', ['', ...ids])
    .execute();
  return { rows: inOrderOf(ids, rows), total };
}

function matching(reader: Reader, q: string | undefined): RawBuilder<boolean> {
  if (!q) return sql`1 = 1`;
  const [action, subject] = [sql`lower(action)`, sql`lower(subject)`].map((column) =>
    contains(reader, column, foldText(q)),
  );
  return sql`(${action} or ${subject})`;
}
