import { sql } from 'kysely';
import type { auditSortFields } from '#contract/audit.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { foldText } from '#contract/text.ts';
import type { Reader, Writer } from '#server/database/database.ts';
import { containsPattern } from '#server/database/dialect.ts';
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

/** Newest first unless asked otherwise; `q` looks in action and subject, which are lower case by nature. */
export async function selectEntries(reader: Reader, request: ListRequest<AuditSortField>) {
  const { limit, offset } = rowsOf(request);
  const pattern = containsPattern(foldText(request.q ?? ''));
  const matches = sql<boolean>`(lower(audit_entries.action) like ${pattern} escape '\\' or lower(audit_entries.subject) like ${pattern} escape '\\')`;
  const rows = await reader
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.admin_id')
    .selectAll('audit_entries')
    .select('users.name as admin_name')
    .$if(Boolean(request.q), (query) => query.where(matches))
    .orderBy(`audit_entries.${sortColumns[request.sort ?? 'date']}`, request.sort ? (request.order ?? 'asc') : 'desc')
    .orderBy('audit_entries.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await reader
    .selectFrom('audit_entries')
    .select((row) => row.fn.countAll<number>().as('total'))
    .$if(Boolean(request.q), (query) => query.where(matches))
    .executeTakeFirstOrThrow();
  return { rows, total };
}
