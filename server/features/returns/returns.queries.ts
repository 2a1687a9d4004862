import { type ListRequest, rowsOf } from '#contract/lists.ts';
import type { ReturnState } from '#contract/states.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockRows } from '#server/platform/database/dialect.ts';
import { compileOnce } from '#server/platform/database/prepared-query.ts';
import type { ReturnItemsTable, ReturnsTable } from '#server/platform/database/return-tables.ts';

export type ReturnRow = ReturnsTable;
export type ReturnItemRow = ReturnItemsTable;

/** The returns of an order, oldest first. */
export function selectReturnsOf(reader: Reader, orderId: string): Promise<ReturnRow[]> {
  return returnsOf(reader, { orderId });
}

const returnsOf = compileOnce({ orderId: '' }, (reader, { orderId }) =>
  reader.selectFrom('returns').selectAll().where('order_id', '=', orderId).orderBy('created_at').orderBy('id'),
);

export interface ReturnList extends Pick<ListRequest, 'page' | 'pageSize'> {
  state?: ReturnState | undefined;
}

/** A page of the returns, newest first, each with its order's copy of the buyer as JSON, and how many there are in all. */
export async function selectReturns(
  reader: Reader,
  { state, ...request }: ReturnList,
): Promise<{ rows: (ReturnRow & { buyer: string })[]; total: number }> {
  const { limit, offset } = rowsOf(request);
  const matching = reader
    .selectFrom('returns')
    .$if(state !== undefined, (returns) => returns.where('returns.state', '=', state ?? 'requested'));
  const rows = await matching
    .innerJoin('orders', 'orders.id', 'returns.order_id')
    .selectAll('returns')
    .select('orders.buyer')
    .orderBy('returns.created_at', 'desc')
    .orderBy('returns.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows, total: count };
}

export function selectReturn(reader: Reader, id: string): Promise<ReturnRow | undefined> {
  return reader.selectFrom('returns').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockReturn(tx: Writer, id: string): Promise<ReturnRow | undefined> {
  return lockRows(tx, tx.selectFrom('returns').selectAll().where('id', '=', id)).executeTakeFirst();
}

export function selectReturnItems(reader: Reader, returnIds: readonly string[]): Promise<ReturnItemRow[]> {
  if (returnIds.length === 0) return Promise.resolve([]);
  return reader
    .selectFrom('return_items')
    .selectAll()
    .where('return_id', 'in', returnIds)
    .orderBy('position')
    .execute();
}

export async function insertReturn(
  tx: Writer,
  row: ReturnRow,
  items: readonly { listingId: string; name: string }[],
): Promise<void> {
  await tx.insertInto('returns').values(row).execute();
  const { id: return_id, order_id } = row;
  await tx
    .insertInto('return_items')
    .values(
      items.map(({ listingId, name }, position) => ({
        return_id,
        order_id,
        listing_id: listingId,
        name,
        position,
        is_open: 1 as const,
      })),
    )
    .execute();
}

export async function updateReturn(tx: Writer, id: string, changes: Partial<ReturnRow>): Promise<void> {
  await tx.updateTable('returns').set(changes).where('id', '=', id).execute();
}

/** Marks the pieces of a return as no longer in an open return, so that they can be in another one. */
export async function endReturnItems(tx: Writer, id: string): Promise<void> {
  await tx.updateTable('return_items').set({ is_open: 0 }).where('return_id', '=', id).execute();
}

/** Removes what buyer and shop wrote about the returns of a person whose account is deleted. */
export async function forgetReturnTexts(tx: Writer, userId: string): Promise<void> {
  const orders = tx.selectFrom('orders').select('id').where('user_id', '=', userId);
  await tx.updateTable('returns').set({ reason: '', note: '' }).where('order_id', 'in', orders).execute();
}
