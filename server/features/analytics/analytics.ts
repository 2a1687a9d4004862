import type { Activity, Dashboard, Sales } from '#contract/analytics.ts';
import type { Language } from '#contract/languages.ts';
import { asCents, type Cents, formatCents, fromCents, smallestAmount, sumCents } from '#contract/money.ts';
import { monthInWords } from '#contract/month-in-words.ts';
import type { TimeRange } from '#contract/states.ts';
import { countUsers } from '#server/features/accounts/accounts.ts';
import { countOrders, findLatestOrder } from '#server/features/orders/orders.ts';
import { localDay } from '#server/platform/local-day.ts';
import { sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import {
  countListings,
  type LatestEvent,
  selectFirstSale,
  selectLatestListing,
  selectLatestUser,
  selectSales,
  sumDelivery,
  sumOrders,
  sumPayments,
} from './analytics.queries.ts';
import { periodOf, periodsUpTo } from './calendar.ts';

/** How many days and months the chart shows, the current one included. Of years it shows all since the first sale. */
const daysShown = 30;
const monthsShown = 12;

/**
 * Sales of paid, shipped and delivered orders by day, month or year in the shop's time zone, oldest first, without gaps, up to
 * today. The averages are of the current month, the current year and all time, whatever `range` is; `metadata` sums up the chart
 * (docs/behaviour/analytics.md, 1 to 4).
 */
export async function salesBy(shop: Shop, range: TimeRange, language: Language = 'en'): Promise<Sales> {
  const { read } = shop.database;
  const { timeZone, currency } = shop.settings;
  const today = localDay(shop.clock(), timeZone);
  const years = yearsInBusiness(today, await selectFirstSale(read), timeZone);
  const counts: Readonly<Record<TimeRange, number>> = { day: daysShown, month: monthsShown, year: years };
  const shown = periodsUpTo(today, range, counts[range], timeZone);
  const thisMonth = periodOf('month', today, timeZone);
  const thisYear = periodOf('year', today, timeZone);
  const [firstYear = thisYear] = periodsUpTo(today, 'year', years, timeZone);
  const allTime = { ...thisYear, from: firstYear.from };

  // One statement, so that the averages and the chart agree.
  const totals = await selectSales(read, [thisMonth, thisYear, allTime, ...shown]);
  const [month = noSales, year = noSales, all = noSales, ...sums] = totals;
  const { daysInMonth } = today;
  const shownCents = sumCents(sums.map(({ cents }) => cents));
  const deliveryCents = await sumDelivery(read, shown);
  return {
    averageDaily: average(month.cents, daysInMonth, currency),
    averageMonthly: average(year.cents, 12, currency),
    averageYearly: average(all.cents, years, currency),
    chartData: shown.map(({ name }, index) => {
      const { cents } = sums[index] ?? noSales;
      return { period: name, amount: formatCents(cents, currency), numericAmount: fromCents(cents) };
    }),
    metadata: {
      totalSales: fromCents(shownCents),
      totalOrders: sums.reduce((sum, { orders }) => sum + orders, 0),
      ...(deliveryCents > 0 && {
        totalPieces: fromCents(asCents(shownCents - deliveryCents)),
        totalDelivery: fromCents(deliveryCents),
      }),
      calculationInfo: calculationsOf(language, today, {
        ofMonth: formatCents(month.cents, currency),
        ofYear: formatCents(year.cents, currency),
        ofAll: formatCents(all.cents, currency),
        years,
      }),
    },
  };
}

interface AveragedTotals {
  ofMonth: string;
  ofYear: string;
  ofAll: string;
  /** Calendar years in business. */
  years: number;
}

/** How each average is computed, in words. */
function calculationsOf(
  language: Language,
  today: Temporal.PlainDate,
  { ofMonth, ofYear, ofAll, years }: AveragedTotals,
): Sales['metadata']['calculationInfo'] {
  const say = sayIn(language);
  const month = monthInWords(Date.UTC(today.year, today.month - 1), language);
  return {
    dailyCalc: say('Total of this month, {total}, divided by the {days} days of {month}', {
      total: ofMonth,
      days: today.daysInMonth,
      month,
    }),
    monthlyCalc: say('Total of this year, {total}, divided by 12', { total: ofYear }),
    yearlyCalc:
      years === 1
        ? say('Total of all time, {total}, divided by 1 year in business', { total: ofAll })
        : say('Total of all time, {total}, divided by {years} years in business', { total: ofAll, years }),
  };
}

const noSales = { orders: 0, cents: asCents(0) };

/** Calendar years from the first sale to today, both included; 1 before the first sale. */
function yearsInBusiness(today: Temporal.PlainDate, firstSale: number | null, timeZone: string): number {
  if (firstSale === null) return 1;
  return Math.max(1, today.year - localDay(firstSale, timeZone).year + 1);
}

/** `cents` divided by `count`, in the main unit of the currency, rounded to its smallest amount. */
function average(cents: Cents, count: number, currency: string): number {
  const smallest = smallestAmount(currency);
  return fromCents(asCents(Math.round(cents / count / smallest) * smallest));
}

/**
 * The totals of the dashboard and its recent activity, the latest event of each kind. Listings of every status count, and orders
 * except expired checkouts. `sales` is the sum of orders with status paid (docs/behaviour/analytics.md, 7).
 */
export async function findDashboard(shop: Shop, language: Language): Promise<Dashboard> {
  const { read } = shop.database;
  const say = sayIn(language);
  const now = shop.clock();
  const [users, listings, orders, sales, sold, latestUser, latestOrder, latestListing] = await Promise.all([
    countUsers(read),
    countListings(read),
    countOrders(read, now),
    sumOrders(read, 'paid'),
    sumPayments(read),
    selectLatestUser(read),
    findLatestOrder(read, now),
    selectLatestListing(read),
  ]);
  return {
    totals: { users, listings, orders, sales: fromCents(sales) },
    soldLessRefunds: fromCents(sold),
    recentActivity: [
      activity('user', say('New user registered'), latestUser),
      activity('order', say('New order placed'), latestOrder && { subject: latestOrder.id, at: latestOrder.orderDate }),
      activity('product', say('Product updated'), latestListing),
    ],
  };
}

function activity(kind: Activity['kind'], text: string, event: LatestEvent | null | undefined): Activity {
  return { kind, text, subject: event?.subject ?? null, at: event ? new Date(event.at).toISOString() : null };
}
