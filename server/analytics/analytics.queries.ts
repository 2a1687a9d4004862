import { sql } from 'kysely';
import { type OrderStatus, saleStatuses } from '#contract/states.ts';
import type { Reader } from '#server/database/database.ts';
import { countRows } from '#server/database/page-of.ts';
import type { Period } from './calendar.ts';

export interface PeriodTotal {
  orders: number;
  cents: number;
}

/** What was sold in each of these periods, which may overlap; in their order, all of one moment. */
export async function selectSales(reader: Reader, periods: readonly Period[]): Promise<PeriodTotal[]> {
  const stretches = await sumStretches(reader, stretchesOf(periods));
  return periods.map(({ from, until }) => {
    const within = stretches.filter(({ opens, closes }) => opens >= from && closes <= until);
    return {
      orders: within.reduce((sum, { orders }) => sum + orders, 0),
      cents: within.reduce((sum, { cents }) => sum + cents, 0),
    };
  });
}

interface Stretch {
  opens: number;
  closes: number;
}

/** The time of all periods, cut wherever one of them begins or ends: summed stretch by stretch, every order is read once. */
function stretchesOf(periods: readonly Period[]): Stretch[] {
  const cuts = [...new Set(periods.flatMap(({ from, until }) => [from, until]))].sort((left, right) => left - right);
  return cuts.slice(1).map((closes, index) => ({ opens: cuts[index] ?? closes, closes }));
}

async function sumStretches(reader: Reader, stretches: readonly Stretch[]): Promise<(Stretch & PeriodTotal)[]> {
  if (stretches.length === 0) return [];
  const bounds = stretches.map(({ opens, closes }) => sql`(cast(${opens} as bigint), cast(${closes} as bigint))`);
  // A subquery answers one value, so count and sum come as one text. As a join both engines sort the orders before they sum.
  const { rows } = await sql<Stretch & { sold: string }>`
    with stretches (opens, closes) as (values ${sql.join(bounds)})
    select opens, closes, (
      select count(*) || ' ' || coalesce(sum(total_cents), 0) from orders
      where status in (${sql.join(saleStatuses)}) and order_date >= stretches.opens and order_date < stretches.closes
    ) as sold from stretches`.execute(reader);
  return rows.map(({ opens, closes, sold }) => {
    const [orders = 0, cents = 0] = sold.split(' ').map(Number);
    return { opens, closes, orders, cents };
  });
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

export function selectLatestProduct(reader: Reader): Promise<LatestEvent | undefined> {
  return reader
    .selectFrom('listings')
    .select(['name as subject', 'updated_at as at'])
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
