import { type Refusal, refuse } from '#contract/errors.ts';
import type { OrderReturn } from '#contract/returns.ts';
import { type LockedOrder, lockOrder } from '#server/features/orders/orders.ts';
import { listReturnsOf, lockReturn, type ReturnRow, selectReturn } from '#server/features/returns/returns.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';

interface LockedReturn {
  row: ReturnRow;
  order: LockedOrder;
}

/** Runs `change` with the return's order and then the return locked. A refusal rolls back. An unknown return is refused (404). */
export async function changeReturn(
  shop: Shop,
  id: string,
  change: (tx: Writer, found: LockedReturn) => Promise<Refusal | null>,
): Promise<OrderReturn | Refusal> {
  const refused = await shop.database.write(async (tx) => {
    const known = await selectReturn(tx, id);
    const order = known && (await lockOrder(tx, known.order_id));
    const row = order && (await lockReturn(tx, id));
    if (!row) return refuse('returnNotFound');
    const refusal = await change(tx, { row, order });
    if (!refusal) tx.raiseRevision();
    return refusal;
  });
  return refused ?? findReturn(shop, id);
}

export async function findReturn({ database: { read } }: Shop, id: string): Promise<OrderReturn | Refusal> {
  const row = await selectReturn(read, id);
  const returns = row ? await listReturnsOf(read, row.order_id) : [];
  return returns.find((known) => known.id === id) ?? refuse('returnNotFound');
}

export const namesOf = (items: readonly { name: string }[]): string => items.map(({ name }) => name).join(', ');
