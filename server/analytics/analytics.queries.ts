import { sql } from 'kysely';
import { type OrderStatus, saleStatuses } from '#contract/states.ts';
import type { Reader } from '#server/database/database.ts';
import type { Period } from './calendar.ts';

export interface PeriodTotal {
  orders: number;
  cents: number;
}

/** What was sold in each of these periods, which may overlap; in their order, all of one moment. */
export async function selectSales(reader: Reader, periods: readonly Period[]): Promise<PeriodTotal[]> {
  const bounds = periods.map(
    (period, index) => sql`(cast(${index} as bigint), cast(${period.from} as bigint), cast(${period.until} as bigint))`,
  );
  const { rows } = await sql<PeriodTotal & { period: number }>`
    with periods (period, opens, closes) as (values ${sql.join(bounds)})
    select periods.period, count(*) as orders, sum(orders.total_cents) as cents
    from periods inner join orders on orders.order_date >= periods.opens and orders.order_date < periods.closes
    where orders.status in (${sql.join(saleStatuses)})
    group by periods.period`.execute(reader);
  const totals = new Map(rows.map(({ period, orders, cents }) => [period, { orders, cents }]));
  return periods.map((_, index) => totals.get(index) ?? { orders: 0, cents: 0 });
}

/** When something was first sold, epoch milliseconds; null while nothing has been. */
export async function selectFirstSale(reader: Reader): Promise<number | null> {
  // One look into the index per status; over all of them at once it would be the whole index.
  const firsts = await Promise.all(saleStatuses.map((status) => selectFirst(reader, status)));
  const dates = firsts.filter((date) => date !== undefined);
  return dates.length > 0 ? Math.min(...dates) : null;
}

async function selectFirst(reader: Reader, status: OrderStatus): Promise<number | undefined> {
  const orders = reader.selectFrom('orders').select('order_date').where('status', '=', status);
  return (await orders.orderBy('order_date').limit(1).executeTakeFirst())?.order_date;
}

/** Sum of the orders with this status, in cents. */
export async function sumOrders(reader: Reader, status: OrderStatus): Promise<number> {
  const { cents } = await reader
    .selectFrom('orders')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('total_cents'), sql.lit(0)).as('cents'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  return cents;
}

export async function countListings(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('listings')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface LatestEvent {
  subject: string;
  /** Epoch milliseconds. */
  at: number;
}

export function selectLatestUser(reader: Reader): Promise<LatestEvent | undefined> {
  return reader
    .selectFrom('users')
    .select(['name as subject', 'created_at as at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function selectLatestProduct(reader: Reader): Promise<LatestEvent | undefined> {
  return reader
    .selectFrom('listings')
    .select(['name as subject', 'updated_at as at'])
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
