import { type ListRequest, rowsOf } from '#contract/lists.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { OrderNotesTable } from '#server/platform/database/fulfilment-tables.ts';

export type NoteRow = OrderNotesTable & { author: string | null };

/** The notes about an order, newest first. */
export function selectNotes(reader: Reader, orderId: string, request: ListRequest): Promise<NoteRow[]> {
  const { limit, offset } = rowsOf(request);
  return withAuthor(reader)
    .where('order_notes.order_id', '=', orderId)
    .orderBy('order_notes.at', 'desc')
    .orderBy('order_notes.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function selectNote(reader: Reader, id: string): Promise<NoteRow | undefined> {
  return withAuthor(reader).where('order_notes.id', '=', id).executeTakeFirst();
}

const withAuthor = (reader: Reader) =>
  reader
    .selectFrom('order_notes')
    .leftJoin('users', 'users.id', 'order_notes.author_id')
    .selectAll('order_notes')
    .select('users.name as author');

export async function countNotes(reader: Reader, orderId: string): Promise<number> {
  const { count } = await reader
    .selectFrom('order_notes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertNote(tx: Writer, row: OrderNotesTable): Promise<void> {
  await tx.insertInto('order_notes').values(row).execute();
}

/** Returns whether the order had this note. */
export async function deleteNote(tx: Writer, orderId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('order_notes')
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes what staff wrote about the orders of a person whose account is deleted. */
export async function deleteNotesOf(tx: Writer, userId: string): Promise<void> {
  const orders = tx.selectFrom('orders').select('id').where('user_id', '=', userId);
  await tx.deleteFrom('order_notes').where('order_id', 'in', orders).execute();
}
