import { sql } from 'kysely';
import { owningStatuses } from '#contract/states.ts';
import type { Reader } from '#server/platform/database/database.ts';

/** The time from `from` until just before `until`, epoch milliseconds. */
export interface Period {
  from: number;
  until: number;
}

/** Ids of the orders with a payment or an adjustment note in the period, ascending. */
export async function selectOrdersWithMoney(reader: Reader, { from, until }: Period): Promise<string[]> {
  const paid = await reader
    .selectFrom('payments')
    .select('order_id')
    .distinct()
    .where('at', '>=', from)
    .where('at', '<', until)
    .execute();
  const adjusted = await reader
    .selectFrom('adjustment_notes')
    .select('order_id')
    .distinct()
    .where('issued_at', '>=', from)
    .where('issued_at', '<', until)
    .execute();
  return [...new Set([...paid, ...adjusted].map(({ order_id }) => order_id))].toSorted();
}

/** The payments of these orders, in the order of their records. */
export function selectPaymentsOf(reader: Reader, orderIds: readonly string[]) {
  return reader
    .selectFrom('payments')
    .select(['order_id', 'kind', 'amount_cents', 'method', 'at'])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute();
}

/** Pieces with tax facts in the sold orders whose first invoice is of the period, oldest first. */
export function selectSoldWithTax(reader: Reader, { from, until }: Period) {
  return (
    reader
      .selectFrom('order_items')
      .innerJoin('orders', 'orders.id', 'order_items.order_id')
      .innerJoin('invoices', 'invoices.order_id', 'orders.id')
      .select(['orders.id', 'invoices.issued_at', 'order_items.price_cents', 'order_items.snapshot', 'order_items.tax'])
      // The partial index over such items is used only for the literal condition.
      .where(sql<boolean>`order_items.tax <> ''`)
      .where('orders.status', 'in', owningStatuses)
      .where('invoices.issue', '=', 1)
      .where('invoices.issued_at', '>=', from)
      .where('invoices.issued_at', '<', until)
      .orderBy('invoices.issued_at')
      .orderBy('orders.id')
      .orderBy('order_items.position')
      .execute()
  );
}
