// The orders as a table of the panel and of the account: filtered, searched, sorted and paged.
import { type RawBuilder, sql } from 'kysely';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import type { OrderSortField } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/states.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { filterOnly } from '#server/platform/database/dialect.ts';
import { emptyLast, orderByIds, type SortKey, selectPage } from '#server/platform/database/pagination.ts';
import { expiredOrders, searchFor } from './order-search.ts';
import { isListed, type OrderRow } from './orders.queries.ts';

export interface OrderFilter {
  userId?: string | undefined;
  status?: OrderStatus | undefined;
}

export async function selectOrders(
  reader: Reader,
  request: ListRequest<OrderSortField>,
  filter: OrderFilter,
  now: number,
): Promise<{ rows: OrderRow[]; total: number }> {
  const page = {
    table: 'orders',
    where: matching(reader, request, filter, now),
    order: orderOf(request),
    ...rowsOf(request),
  } as const;
  const isFiltered = filter.userId !== undefined || filter.status !== undefined;
  const { ids, total } = await selectPage(reader, page, {
    search: request.q ? searchFor(reader, request.q, isFiltered ? null : expiredOrders(reader, now)) : null,
    count: () => countOrders(reader, filter, now),
  });
  if (ids.length === 0) return { rows: [], total };
  const rows = await reader.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
  return { rows: orderByIds(ids, rows), total };
}

function matching(
  reader: Reader,
  { sort }: ListRequest<OrderSortField>,
  { userId, status }: OrderFilter,
  now: number,
): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [];
  if (status === undefined || status === 'pending') conditions.push(isListed(now));
  if (userId !== undefined) conditions.push(sql`orders.user_id = ${userId}`);
  if (status !== undefined) {
    const hasIndex = userId === undefined && sortsWithinStatus.has(sort ?? 'date');
    conditions.push(sql`${hasIndex ? sql.ref('orders.status') : filterOnly(reader, 'orders.status')} = ${status}`);
  }
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** Sort fields for which an index over (status, field) exists. */
const sortsWithinStatus: ReadonlySet<OrderSortField> = new Set(['date', 'orderDate', 'id', 'status']);

const sortColumns: Readonly<Record<OrderSortField, string>> = {
  date: 'order_date',
  orderDate: 'order_date',
  id: 'id',
  userId: 'user_id',
  status: 'status',
  totalPrice: 'total_cents',
  price: 'total_cents',
  paymentMethod: 'payment_method',
  holdExpiresAt: 'hold_expires_at',
};

function orderOf({ sort, order = 'asc' }: ListRequest<OrderSortField>): SortKey[] {
  const direction = sort === undefined ? 'desc' : order;
  const by = sql.ref(`orders.${sortColumns[sort ?? 'date']}`);
  if (sort === 'holdExpiresAt')
    return [
      { by: emptyLast(sql`${by} is null`), direction },
      { by, direction },
    ];
  return [{ by, direction }];
}

/** Counts every order except expired checkouts. */
export function countListedOrders(reader: Reader, now: number): Promise<number> {
  return countOrders(reader, {}, now);
}

async function countOrders(reader: Reader, { userId, status }: OrderFilter, now: number): Promise<number> {
  const listed = reader
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('count'))
    .$if(status !== undefined, (orders) => orders.where('status', '=', status ?? 'pending'));
  if (userId !== undefined) {
    const { count } = await listed.where('user_id', '=', userId).where(isListed(now)).executeTakeFirstOrThrow();
    return count;
  }
  // All orders minus the expired checkouts: an index answers each of the two counts.
  const expired = listed.where('status', '=', 'pending').where('hold_expires_at', '<=', now);
  const [all, leftOut] = await Promise.all([listed.executeTakeFirstOrThrow(), expired.executeTakeFirstOrThrow()]);
  return all.count - leftOut.count;
}
