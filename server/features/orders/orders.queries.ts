import { sql } from 'kysely';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { filterOnly, lockRows } from '#server/platform/database/dialect.ts';
import type { Flag } from '#server/platform/database/flag.ts';
import type { OrderEventsTable, OrderItemsTable, OrdersTable } from '#server/platform/database/order-tables.ts';
import { changeOnce, compileOnce, insertRow, updateRow } from '#server/platform/database/prepared-query.ts';

export type OrderRow = OrdersTable;
export type ItemRow = OrderItemsTable;

/** The condition that leaves expired checkouts out of every list and count (docs/behaviour/orders.md, 14). */
export const isListed = (now: number) =>
  sql<boolean>`(orders.status <> 'pending' or orders.hold_expires_at is null or orders.hold_expires_at > ${now})`;

export function selectLatestOrder(
  reader: Reader,
  now: number,
): Promise<{ id: string; order_date: number } | undefined> {
  return reader
    .selectFrom('orders')
    .select(['id', 'order_date'])
    .where(isListed(now))
    .orderBy('order_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The three newest orders that own the listing or are about to buy it; `total` counts all of them. */
export async function selectLiveOrdersOf(
  reader: Reader,
  listingId: string,
  now: number,
): Promise<{ rows: OrderRow[]; total: number }> {
  const live = reader
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .where('order_items.listing_id', '=', listingId)
    .where('order_items.is_live', '=', 1)
    .where(isListed(now));
  const { count } = await live.select((row) => row.fn.countAll().as('count')).executeTakeFirstOrThrow();
  const rows = await live
    .selectAll('orders')
    .orderBy('orders.order_date', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(3)
    .execute();
  return { rows, total: Number(count) };
}

/** Whether the user has paid for an order and not got all of it back. */
export async function hasPaid(reader: Reader, userId: string): Promise<boolean> {
  return (await firstPaidOf(reader, { userId })).length > 0;
}

const firstPaidOf = compileOnce({ userId: '' }, (reader, { userId }) =>
  reader
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.user_id', '=', userId)
    .groupBy('orders.id')
    .having(
      ({ eb, fn }) =>
        fn.sum(
          eb
            .case()
            .when('payments.kind', '=', 'charge')
            .then(eb.ref('amount_cents'))
            .else(eb.neg(eb.ref('amount_cents')))
            .end(),
        ),
      '>',
      0,
    )
    .limit(1),
);

const orderOf = compileOnce({ id: '' }, (reader, { id }) =>
  reader.selectFrom('orders').selectAll().where('id', '=', id),
);

export async function selectOrder(reader: Reader, id: string): Promise<OrderRow | undefined> {
  return (await orderOf(reader, { id }))[0];
}

const lockedOrderOf = compileOnce({ id: '' }, (tx, { id }) =>
  lockRows(tx, tx.selectFrom('orders').selectAll().where('id', '=', id)),
);

export async function lockOrderRow(tx: Writer, id: string): Promise<OrderRow | undefined> {
  return (await lockedOrderOf(tx, { id }))[0];
}

export async function selectOrderIdByDate(
  reader: Reader,
  userId: string,
  orderDate: number,
): Promise<string | undefined> {
  return (await idByDate(reader, { userId, orderDate }))[0]?.id;
}

const idByDate = compileOnce({ userId: '', orderDate: 0 }, (reader, { userId, orderDate }) =>
  reader.selectFrom('orders').select('id').where('user_id', '=', userId).where('order_date', '=', orderDate),
);

const lockedCheckoutsOf = compileOnce({ userId: '' }, (tx, { userId }) =>
  lockRows(
    tx,
    tx
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', userId)
      .where(sql<boolean>`${filterOnly(tx, 'orders.status')} = 'pending'`)
      .where('hold_expires_at', 'is not', null)
      .orderBy('id'),
  ),
);

/** The buyer's unpaid checkouts, expired ones included; locked by ascending id. */
export function lockCheckouts(tx: Writer, userId: string): Promise<OrderRow[]> {
  return lockedCheckoutsOf(tx, { userId });
}

/** Ids of the buyers with an unpaid checkout over one of these listings, expired ones included; ascending. */
export async function selectBuyersCheckingOut(reader: Reader, listingIds: readonly string[]): Promise<string[]> {
  if (listingIds.length === 0) return [];
  const buyers = await reader
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('orders.user_id')
    .distinct()
    .where('order_items.listing_id', 'in', listingIds)
    .where('orders.status', '=', 'pending')
    .where('orders.hold_expires_at', 'is not', null)
    .orderBy('orders.user_id')
    .execute();
  return buyers.map((buyer) => buyer.user_id);
}

/** Those of `urls` that an order's snapshot shows. Scans all order items, because snapshots outlive the listings. */
export async function selectPicturesInOrders(reader: Reader, urls: readonly string[]): Promise<string[]> {
  if (urls.length === 0) return [];
  const items = await reader
    .selectFrom('order_items')
    .select('snapshot')
    .distinct()
    .where((where) => where.or(urls.map((url) => where('snapshot', 'like', `%${url}%`))))
    .execute();
  return urls.filter((url) => items.some((item) => item.snapshot.includes(url)));
}

/** The date of the user's newest order, epoch milliseconds; 0 without an order. */
export async function selectLatestOrderDate(reader: Reader, userId: string): Promise<number> {
  return (await latestDateOf(reader, { userId }))[0]?.order_date ?? 0;
}

const latestDateOf = compileOnce({ userId: '' }, (reader, { userId }) =>
  reader.selectFrom('orders').select('order_date').where('user_id', '=', userId).orderBy('order_date', 'desc').limit(1),
);

export async function isOrderIdTaken(reader: Reader, id: string): Promise<boolean> {
  return (await takenIdOf(reader, { id })).length > 0;
}

const takenIdOf = compileOnce({ id: '' }, (reader, { id }) =>
  reader.selectFrom('orders').select('id').where('id', '=', id),
);

export async function insertOrderRow(tx: Writer, row: OrderRow): Promise<void> {
  await insertRow(tx, 'orders', row);
}

/** Changes the row of an order. A status other than pending also ends its reservation for a bank transfer. */
export async function updateOrderRow(tx: Writer, id: string, changes: Partial<OrderRow>): Promise<void> {
  const isEnding = changes.status !== undefined && changes.status !== 'pending';
  await updateRow(tx, 'orders', id, isEnding ? { ...changes, reserved_until: null } : changes);
}

export async function deleteOrderRow(tx: Writer, id: string): Promise<void> {
  await deletion(tx, { id });
}

const deletion = changeOnce({ id: '' }, (tx, { id }) => tx.deleteFrom('orders').where('id', '=', id));

const someIds: readonly string[] = [''];

const itemsOf = compileOnce({ orderIds: someIds }, (reader, { orderIds }) =>
  reader
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position'),
);

export async function selectItems(reader: Reader, orderIds: readonly string[]): Promise<ItemRow[]> {
  return orderIds.length === 0 ? [] : itemsOf(reader, { orderIds });
}

export async function insertItems(tx: Writer, rows: readonly ItemRow[]): Promise<void> {
  for (const row of rows) await insertRow(tx, 'order_items', row);
}

export async function deleteItems(tx: Writer, orderId: string, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length === 0) return;
  await tx.deleteFrom('order_items').where('order_id', '=', orderId).where('listing_id', 'in', listingIds).execute();
}

/** A live item claims its listing: a unique index allows one live item for each unique listing. */
export async function markLive(
  tx: Writer,
  orderId: string,
  listingIds: readonly string[],
  isUnique: Flag,
): Promise<void> {
  if (listingIds.length > 0) await liveMark(tx, { orderId, listingIds, isUnique });
}

const liveItems: { orderId: string; listingIds: readonly string[]; isUnique: Flag } = {
  orderId: '',
  listingIds: [''],
  isUnique: 1,
};
const liveMark = changeOnce(liveItems, (tx, { orderId, listingIds, isUnique }) =>
  itemsIn(tx, orderId, listingIds).set({ is_live: 1, is_unique: isUnique }),
);

export async function unmarkLive(tx: Writer, orderId: string, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length > 0) await liveUnmark(tx, { orderId, listingIds });
}

const liveUnmark = changeOnce({ orderId: '', listingIds: someIds }, (tx, { orderId, listingIds }) =>
  itemsIn(tx, orderId, listingIds).set({ is_live: 0 }),
);

const itemsIn = (tx: Reader, orderId: string, listingIds: readonly string[]) =>
  tx.updateTable('order_items').where('order_id', '=', orderId).where('listing_id', 'in', listingIds);

/** Marks the items of pending orders with these listings as not live, except those of `exceptOrderId`. */
export async function unmarkLiveInOtherPendingOrders(
  tx: Writer,
  listingIds: readonly string[],
  exceptOrderId: string,
): Promise<void> {
  if (listingIds.length > 0) await unmarkInOthers(tx, { listingIds, exceptOrderId });
}

const unmarkInOthers = changeOnce({ listingIds: someIds, exceptOrderId: '' }, (tx, { listingIds, exceptOrderId }) =>
  tx
    .updateTable('order_items')
    .set({ is_live: 0 })
    .where('listing_id', 'in', listingIds)
    .where('is_live', '=', 1)
    .where('order_id', '<>', exceptOrderId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.id', '=', 'order_items.order_id')
          .where('orders.status', '=', 'pending'),
      ),
    ),
);

const eventsOf = compileOnce({ orderId: '' }, (reader, { orderId }) =>
  reader.selectFrom('order_events').selectAll().where('order_id', '=', orderId).orderBy('position'),
);

export function selectEvents(reader: Reader, orderId: string): Promise<OrderEventsTable[]> {
  return eventsOf(reader, { orderId });
}

type NewEvent = Omit<OrderEventsTable, 'position'>;

/** Adds an event after those that the order has. */
export async function insertEvent(tx: Writer, { id, order_id, at, what, by_shop }: NewEvent): Promise<void> {
  await eventInsertion(tx, { id, order_id, at, what, by_shop });
}

const someEvent: NewEvent = { id: '', order_id: '', at: 0, what: '', by_shop: 0 };
const eventInsertion = changeOnce({ ...someEvent }, (tx, event) =>
  tx.insertInto('order_events').values((row) => ({
    ...event,
    position: row
      .selectFrom('order_events')
      .select((earlier) => earlier.fn.countAll<number>().as('count'))
      .where('order_id', '=', event.order_id),
  })),
);
