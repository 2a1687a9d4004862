import { type Refusal, refuse } from '#contract/errors.ts';
import type { OrderNote } from '#contract/fulfilment.ts';
import { limits } from '#contract/limits.ts';
import type { ListRequest } from '#contract/lists.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findOrderRow, lockOrder } from '#server/features/orders/orders.ts';
import type { Shop } from '#server/shop.ts';
import { countNotes, deleteNote, insertNote, type NoteRow, selectNote, selectNotes } from './order-notes.queries.ts';

/** The notes about an order, newest first. Refuses an unknown order (404). */
export async function listNotes(
  { database: { read } }: Shop,
  orderId: string,
  request: ListRequest,
): Promise<{ notes: OrderNote[]; total: number } | Refusal> {
  if (!(await findOrderRow(read, orderId))) return refuse('orderNotFound');
  const rows = await selectNotes(read, orderId, request);
  return { notes: rows.map(present), total: await countNotes(read, orderId) };
}

/** Adds a note. Refused: an unknown order (404), one that has `limits.notesPerOrder` notes already (409). */
export async function addNote(
  shop: Shop,
  authorId: string,
  orderId: string,
  text: string,
): Promise<OrderNote | Refusal> {
  return shop.database.write(async (tx) => {
    if (!(await lockOrder(tx, orderId))) return refuse('orderNotFound');
    if ((await countNotes(tx, orderId)) >= limits.notesPerOrder)
      return refuse('tooManyNotes', { count: limits.notesPerOrder });
    const id = shop.randomBytes(12).toString('base64url');
    await insertNote(tx, { id, order_id: orderId, at: shop.clock(), author_id: authorId, text });
    const note = await selectNote(tx, id);
    if (!note) throw new Error('the note was not stored');
    tx.raiseRevision();
    return present(note);
  });
}

/** Refused: an unknown note (404). The audit records who removed the note, but not its text. */
export async function removeNote(
  shop: Shop,
  adminId: string,
  { orderId, noteId }: { orderId: string; noteId: string },
): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    if (!(await deleteNote(tx, orderId, noteId))) return refuse('noteNotFound');
    await recordChange(tx, shop, { adminId, action: 'note removed', subject: orderId, before: {}, after: null });
    tx.raiseRevision();
    return null;
  });
}

const present = (row: NoteRow): OrderNote => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  text: row.text,
  author: row.author,
});
