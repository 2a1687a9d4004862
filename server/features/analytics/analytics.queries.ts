import { sql } from 'kysely';
import { asCents, type Cents, sumCents } from '#contract/money.ts';
import { type OrderStatus, saleStatuses } from '#contract/states.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { countRows } from '#server/platform/database/pagination.ts';
import type { Period } from './calendar.ts';

export interface PeriodTotal {
  orders: number;
  cents: Cents;
}

/** The number and the sum of the sales in each period, in the order of `periods`. Periods may overlap. */
export async function selectSales(reader: Reader, periods: readonly Period[]): Promise<PeriodTotal[]> {
  const intervals = await sumIntervals(reader, intervalsOf(periods));
  return periods.map(({ from, until }) => {
    const within = intervals.filter(({ opens, closes }) => opens >= from && closes <= until);
    return {
      orders: within.reduce((sum, { orders }) => sum + orders, 0),
      cents: sumCents(within.map(({ cents }) => cents)),
    };
  });
}

interface Interval {
  opens: number;
  closes: number;
}

/** The periods cut into intervals that do not overlap, so that every order is read once. */
function intervalsOf(periods: readonly Period[]): Interval[] {
  const cuts = [...new Set(periods.flatMap(({ from, until }) => [from, until]))].sort((left, right) => left - right);
  return cuts.slice(1).map((closes, index) => ({ opens: cuts[index] ?? closes, closes }));
}

async function sumIntervals(reader: Reader, intervals: readonly Interval[]): Promise<(Interval & PeriodTotal)[]> {
  if (intervals.length === 0) return [];
  const bounds = intervals.map(({ opens, closes }) => sql`(cast(${opens} as bigint), cast(${closes} as bigint))`);
  // A subquery returns one value, so count and sum come as one text. With a join both engines would sort the orders first.
  const { rows } = await sql<Interval & { sold: string }>`
    with intervals (opens, closes) as (values ${sql.join(bounds)})
    select opens, closes, (
      select count(*) || ' ' || coalesce(sum(total_cents), 0) from orders
      where status in (${sql.join(saleStatuses)}) and order_date >= intervals.opens and order_date < intervals.closes
    ) as sold from intervals`.execute(reader);
  return rows.map(({ opens, closes, sold }) => {
    const [orders = 0, cents = 0] = sold.split(' ').map(Number);
    return { opens, closes, orders, cents: asCents(cents) };
  });
}

/** The sum of what buyers paid for delivery in the sales of these periods, which must be consecutive and in ascending order. */
export async function sumDelivery(reader: Reader, periods: readonly Period[]): Promise<Cents> {
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return asCents(0);
  // The partial index over orders with a delivery is used only for the literal condition.
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(delivery_cents), 0) as cents from orders
    where delivery_cents > 0 and status in (${sql.join(saleStatuses)})
      and order_date >= ${first.from} and order_date < ${last.until}`.execute(reader);
  return asCents(Number(rows[0]?.cents ?? 0));
}

/** The date of the first sale, epoch milliseconds; null without a sale. */
export async function selectFirstSale(reader: Reader): Promise<number | null> {
  // One index lookup for each status. A query over all statuses would scan the whole index.
  const firsts = await Promise.all(saleStatuses.map((status) => selectFirst(reader, status)));
  const dates = firsts.filter((date) => date !== undefined);
  return dates.length > 0 ? Math.min(...dates) : null;
}

async function selectFirst(reader: Reader, status: OrderStatus): Promise<number | undefined> {
  const orders = reader.selectFrom('orders').select('order_date').where('status', '=', status);
  return (await orders.orderBy('order_date').limit(1).executeTakeFirst())?.order_date;
}

/** The sum of the totals of the orders with this status. */
export async function sumOrders(reader: Reader, status: OrderStatus): Promise<Cents> {
  const { cents } = await reader
    .selectFrom('orders')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('total_cents'), sql.lit(0)).as('cents'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  return asCents(Number(cents));
}

/**
 * The sum of all charges minus all refunds. The payments of pending and cancelled orders sum to 0, so this is the sum of the orders that
 * are processing, paid, shipped or delivered; an index answers it without reading the orders.
 */
export async function sumPayments(reader: Reader): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when kind = 'charge' then amount_cents else -amount_cents end), 0) as cents
    from payments`.execute(reader);
  return asCents(Number(rows[0]?.cents ?? 0));
}

export function countListings(reader: Reader): Promise<number> {
  return countRows(reader, 'listings');
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

export function selectLatestListing(reader: Reader): Promise<LatestEvent | undefined> {
  return reader
    .selectFrom('listings')
    .select(['name as subject', 'updated_at as at'])
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
