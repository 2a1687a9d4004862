import type { Activity, Dashboard, Sales } from '#contract/analytics.ts';
import { formatCents, toDollars } from '#contract/money.ts';
import type { TimeRange } from '#contract/states.ts';
import { countUsers } from '#server/accounts/accounts.ts';
import { countOrders, findLatestOrder } from '#server/orders/orders.ts';
import type { Shop } from '#server/shop.ts';
import {
  countListings,
  type LatestEvent,
  selectFirstSale,
  selectLatestProduct,
  selectLatestUser,
  selectSales,
  sumOrders,
} from './analytics.queries.ts';
import { dayAt, periodOf, periodsUpTo } from './calendar.ts';

/** How many days and months are shown, the current one included; years: all since the first sale (CONTRACT.md). */
const daysShown = 30;
const monthsShown = 12;

/**
 * Orders paid, shipped and delivered by the shop's days, months or years, oldest first, none left out, the last one today's.
 * The averages are of the current month, year and all time whatever is shown (SPEC.md §9); the metadata counts what is shown.
 */
export async function salesBy(shop: Shop, range: TimeRange): Promise<Sales> {
  const { read } = shop.database;
  const { timeZone } = shop.settings;
  const today = dayAt(shop.clock(), timeZone);
  const years = yearsInBusiness(today, await selectFirstSale(read), timeZone);
  const counts: Readonly<Record<TimeRange, number>> = { day: daysShown, month: monthsShown, year: years };
  const shown = periodsUpTo(today, range, counts[range], timeZone);
  const thisMonth = periodOf('month', today, timeZone);
  const thisYear = periodOf('year', today, timeZone);
  const [firstYear = thisYear] = periodsUpTo(today, 'year', years, timeZone);
  const allTime = { ...thisYear, from: firstYear.from };

  // One statement, so that the averages and the chart are of the same moment.
  const totals = await selectSales(read, [thisMonth, thisYear, allTime, ...shown]);
  const [month = none, year = none, all = none, ...sums] = totals;
  const { daysInMonth } = today;
  return {
    averageDaily: average(month.cents, daysInMonth),
    averageMonthly: average(year.cents, 12),
    averageYearly: average(all.cents, years),
    chartData: shown.map(({ name }, index) => {
      const { cents } = sums[index] ?? none;
      return { period: name, amount: formatCents(cents), numericAmount: toDollars(cents) };
    }),
    metadata: {
      totalSales: toDollars(sums.reduce((sum, { cents }) => sum + cents, 0)),
      totalOrders: sums.reduce((sum, { orders }) => sum + orders, 0),
      calculationInfo: {
        dailyCalc: `Total of this month, ${formatCents(month.cents)}, divided by the ${daysInMonth} days of ${monthName(today)}`,
        monthlyCalc: `Total of this year, ${formatCents(year.cents)}, divided by 12`,
        yearlyCalc: `Total of all time, ${formatCents(all.cents)}, divided by ${years} ${years === 1 ? 'year' : 'years'} in business`,
      },
    },
  };
}

const none = { orders: 0, cents: 0 };

/** Calendar years from the first sale's to this one, both counted: as many as the yearly chart shows. */
function yearsInBusiness(today: Temporal.PlainDate, firstSale: number | null, timeZone: string): number {
  if (firstSale === null) return 1;
  return Math.max(1, today.year - dayAt(firstSale, timeZone).year + 1);
}

/** In dollars, rounded to cents. */
function average(cents: number, count: number): number {
  return toDollars(Math.round(cents / count));
}

function monthName(day: Temporal.PlainDate): string {
  return day.toLocaleString('en', { month: 'long' });
}

/**
 * Everything at a glance. Listings count whatever their status; orders without the checkouts that ran out; sales are those of
 * orders with status paid (SPEC.md §2). Recent Activity is the latest event of each kind.
 */
export async function findDashboard(shop: Shop): Promise<Dashboard> {
  const { read } = shop.database;
  const now = shop.clock();
  const [users, listings, orders, sales, latestUser, latestOrder, latestProduct] = await Promise.all([
    countUsers(read),
    countListings(read),
    countOrders(read, now),
    sumOrders(read, 'paid'),
    selectLatestUser(read),
    findLatestOrder(read, now),
    selectLatestProduct(read),
  ]);
  return {
    totals: { users, listings, orders, sales: toDollars(sales) },
    recentActivity: [
      activity('user', 'New user registered', latestUser),
      activity('order', 'New order placed', latestOrder && { subject: latestOrder.id, at: latestOrder.orderDate }),
      activity('product', 'Product updated', latestProduct),
    ],
  };
}

function activity(kind: Activity['kind'], text: string, event: LatestEvent | null | undefined): Activity {
  return { kind, text, subject: event?.subject ?? null, at: event ? new Date(event.at).toISOString() : null };
}
