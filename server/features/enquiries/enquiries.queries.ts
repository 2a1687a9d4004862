import { type RawBuilder, sql } from 'kysely';
import type { enquirySortFields } from '#contract/enquiries.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { foldText } from '#contract/text.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { contains, lockRows } from '#server/platform/database/dialect.ts';
import type { EnquiriesTable, EnquiryRepliesTable } from '#server/platform/database/tables.ts';

export type EnquiryRow = EnquiriesTable;
export type EnquiryList = ListRequest<(typeof enquirySortFields)[number]>;

export async function insertEnquiry(tx: Writer, row: EnquiryRow): Promise<void> {
  await tx.insertInto('enquiries').values(row).execute();
}

export function lockEnquiry(tx: Writer, id: string): Promise<EnquiryRow | undefined> {
  return lockRows(tx, tx.selectFrom('enquiries').selectAll().where('id', '=', id)).executeTakeFirst();
}

export async function updateDone(tx: Writer, id: string, doneAt: number | null): Promise<void> {
  await tx.updateTable('enquiries').set({ done_at: doneAt }).where('id', '=', id).execute();
}

export async function deleteEnquiryRow(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('enquiries').where('id', '=', id).execute();
}

export async function insertReply(tx: Writer, row: EnquiryRepliesTable): Promise<void> {
  await tx.insertInto('enquiry_replies').values(row).execute();
}

export type ReplyRow = EnquiryRepliesTable & { author: string | null };

/** The answers to these enquiries, oldest first. */
export async function selectReplies(reader: Reader, enquiryIds: readonly string[]): Promise<ReplyRow[]> {
  if (enquiryIds.length === 0) return [];
  return reader
    .selectFrom('enquiry_replies')
    .leftJoin('users', 'users.id', 'enquiry_replies.author_id')
    .selectAll('enquiry_replies')
    .select('users.name as author')
    .where('enquiry_id', 'in', enquiryIds)
    .orderBy('enquiry_replies.created_at')
    .orderBy('enquiry_replies.id')
    .execute();
}

export async function selectEnquiries(
  reader: Reader,
  request: EnquiryList,
): Promise<{ rows: EnquiryRow[]; total: number; unread: number }> {
  const { limit, offset } = rowsOf(request);
  const condition = matching(reader, request.q);
  const rows = await reader
    .selectFrom('enquiries')
    .selectAll()
    .where(condition)
    .orderBy(orderOf(request))
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: await count(reader, condition), unread: await count(reader, sql<boolean>`done_at is null`) };
}

export function selectEnquiriesOf(reader: Reader, userId: string, email: string | null): Promise<EnquiryRow[]> {
  return reader
    .selectFrom('enquiries')
    .selectAll()
    .where((where) => where.or([where('user_id', '=', userId), where('email_folded', '=', foldText(email ?? ''))]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function deleteEnquiriesFrom(tx: Writer, userId: string, email: string | null): Promise<void> {
  await tx
    .deleteFrom('enquiries')
    .where((where) => where.or([where('user_id', '=', userId), where('email_folded', '=', foldText(email ?? ''))]))
    .execute();
}

async function count(reader: Reader, condition: RawBuilder<boolean>): Promise<number> {
  const { total } = await reader
    .selectFrom('enquiries')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where(condition)
    .executeTakeFirstOrThrow();
  return total;
}

function matching(reader: Reader, q: string | undefined): RawBuilder<boolean> {
  if (!q) return sql`1 = 1`;
  const columns = ['name_folded', 'email_folded', 'subject_folded', 'id'];
  return sql`(${sql.join(
    columns.map((column) => contains(reader, sql.ref(column), foldText(q))),
    sql` or `,
  )})`;
}

/** Empty values come last when ascending and first when descending (docs/behaviour/api.md, 17). */
function orderOf({ sort, order }: EnquiryList) {
  const direction = sort === undefined || order === 'desc' ? sql`desc` : sql`asc`;
  switch (sort) {
    case 'id':
      return sql`id ${direction}`;
    case 'name':
      return sql`name_folded ${direction}`;
    case 'email':
      return sql`email_folded ${direction}`;
    case 'subject':
      return sql`case when subject_folded = '' then 1 else 0 end ${direction}, subject_folded ${direction}`;
    case 'doneAt':
      // Open enquiries have no value to sort by; among them the newest comes first.
      return sql`case when done_at is null then 1 else 0 end ${direction}, done_at ${direction}, created_at desc`;
    case 'date':
    case 'createdAt':
    case undefined:
      return sql`created_at ${direction}`;
  }
}
