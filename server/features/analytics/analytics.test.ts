import { afterEach, expect, it } from 'vitest';
import type { Sales } from '#contract/analytics.ts';
import { asCents, formatCents } from '#contract/money.ts';
import { isSale, type OrderStatus, orderStatuses, type TimeRange, timeRanges } from '#contract/states.ts';
import { mulberry32 } from '#server/features/demo/seeded-random.ts';
import type { Shop } from '#server/shop.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { salesBy } from './analytics.ts';

interface PlainOrder {
  date: number;
  cents: number;
  status: OrderStatus;
}

const at = (iso: string) => Date.parse(iso);
const shopAt = (shop: Shop, now: number, timeZone = shop.settings.timeZone): Shop => ({
  ...shop,
  settings: { ...shop.settings, timeZone },
  clock: () => now,
});

onEachEngine('Sales', (shop) => {
  const ownTimeZone = process.env.TZ;
  afterEach(() => {
    if (ownTimeZone === undefined) delete process.env.TZ;
    else process.env.TZ = ownTimeZone;
  });

  it('equal those of a simple reference for 10,000 random orders in three time zones of the process', async () => {
    const random = mulberry32(20_261_120);
    const orders = Array.from({ length: 10_000 }, () => randomOrder(random));
    await insertOrders(shop, orders);
    const cases = ['Australia/Sydney', 'America/St_Johns'].flatMap((timeZone) => {
      const sales = salesIn(timeZone, orders);
      return moments.flatMap((now) =>
        timeRanges.map((range) => ({ timeZone, now, range, expected: reference(sales, range, now, timeZone) })),
      );
    });
    for (const [processZone, itsNewYear] of processZones) {
      process.env.TZ = processZone;
      expect(new Date(2026, 0, 1).toISOString(), 'the process keeps its own time').toBe(itsNewYear);
      for (const { timeZone, now, range, expected } of cases)
        expect(await salesBy(shopAt(shop.shop, now, timeZone), range)).toEqual(expected);
    }
  });

  it('are counted over 25 and 23 hours on Sydney’s days of daylight saving', async () => {
    const cents = 100;
    const status = 'paid';
    const dates = [
      // The last millisecond of 4 April; the first moment of 5 April, half past two before and after the clocks go back, the last
      // millisecond of the 25th hour; the first moment of 6 April.
      ...[
        '2026-04-04T12:59:59.999Z',
        '2026-04-04T13:00:00Z',
        '2026-04-04T15:30:00Z',
        '2026-04-04T16:30:00Z',
        '2026-04-05T13:59:59.999Z',
        '2026-04-05T14:00:00Z',
      ],
      ...['2026-10-03T13:59:59.999Z', '2026-10-03T14:00:00Z', '2026-10-04T12:59:59.999Z', '2026-10-04T13:00:00Z'],
    ];
    await insertOrders(
      shop,
      dates.map((iso) => ({ date: at(iso), cents, status })),
    );
    const days = async (now: string) =>
      (await salesBy(shopAt(shop.shop, at(now)), 'day')).chartData
        .slice(-3)
        .map((day) => [day.period, day.numericAmount]);
    expect(await days('2026-04-06T01:00:00Z')).toEqual([
      ['2026-04-04', 1],
      ['2026-04-05', 4],
      ['2026-04-06', 1],
    ]);
    expect(await days('2026-10-05T01:00:00Z')).toEqual([
      ['2026-10-03', 1],
      ['2026-10-04', 2],
      ['2026-10-05', 1],
    ]);
  });

  it('have no gaps, end today, and count only paid, shipped and delivered orders', async () => {
    const date = at('2026-11-19T23:00:00Z');
    await insertOrders(
      shop,
      orderStatuses.map((status, index) => ({ date: date + index, cents: 125_000, status })),
    );
    await insertOrders(shop, [{ date: at('2024-12-31T12:00:00Z'), cents: 99, status: 'delivered' }]);
    const now = shopAt(shop.shop, at('2026-11-20T00:00:00Z'));

    const byDay = await salesBy(now, 'day');
    expect(byDay.chartData).toHaveLength(30);
    expect(byDay.chartData[0]).toEqual({ period: '2026-10-22', amount: '$0.00', numericAmount: 0 });
    expect(byDay.chartData.at(-1)).toEqual({ period: '2026-11-20', amount: '$3,750.00', numericAmount: 3750 });
    expect(byDay.metadata).toMatchObject({ totalSales: 3750, totalOrders: 3 });

    const byMonth = await salesBy(now, 'month');
    expect(byMonth.chartData).toHaveLength(12);
    expect(byMonth.chartData[0]?.period).toBe('2025-12');
    expect(byMonth.chartData.at(-1)?.period).toBe('2026-11');

    const byYear = await salesBy(now, 'year');
    expect(byYear.chartData.map((year) => [year.period, year.amount])).toEqual([
      ['2024', '$0.99'],
      ['2025', '$0.00'],
      ['2026', '$3,750.00'],
    ]);
    expect(byYear).toMatchObject({ averageDaily: 125, averageMonthly: 312.5, averageYearly: 1250.33 });
    expect(byYear.metadata).toEqual({
      totalSales: 3750.99,
      totalOrders: 4,
      calculationInfo: {
        dailyCalc: 'Total of this month, $3,750.00, divided by the 30 days of November',
        monthlyCalc: 'Total of this year, $3,750.00, divided by 12',
        yearlyCalc: 'Total of all time, $3,750.99, divided by 3 years in business',
      },
    });
  });

  it('are zero before the first sale', async () => {
    const sales = await salesBy(shopAt(shop.shop, at('2026-11-20T00:00:00Z')), 'year');
    expect(sales.chartData).toEqual([{ period: '2026', amount: '$0.00', numericAmount: 0 }]);
    expect(sales).toMatchObject({ averageDaily: 0, averageMonthly: 0, averageYearly: 0 });
    expect(sales.metadata.calculationInfo.yearlyCalc).toBe('Total of all time, $0.00, divided by 1 year in business');
  });

  it('are available to admins only, by day, month or year', async () => {
    const [admin, anna] = [await shop.admin(), await shop.customer('Anna')];
    await shop.buy(anna, await shop.listing('Red River Moon', { price: 1250 }));
    const answer = await shop.call('getSales', { token: admin.token, params: { period: 'month' } });
    expect(answer.body.data.chartData.at(-1)).toMatchObject({ amount: '$1,250.00', numericAmount: 1250 });
    expect((await shop.call('getSales', { token: admin.token, params: { period: 'week' } })).status).toBe(400);
    expect((await shop.call('getSales', { token: anna.token, params: { period: 'week' } })).status).toBe(403);
    expect((await shop.call('getSales', { params: { period: 'day' } })).status).toBe(401);
  });
});

const processZones = [
  ['UTC', '2026-01-01T00:00:00.000Z'],
  ['America/Los_Angeles', '2026-01-01T08:00:00.000Z'],
  ['Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
] as const;

/** Moments near changes of the clocks, around New Year in both time zones of the shop, and at the end of February. */
const moments = [
  ...['2026-04-04T14:00:00Z', '2026-04-05T13:59:59.999Z', '2026-10-03T15:59:59.999Z', '2026-10-04T13:00:00Z'],
  ...[
    '2025-12-31T12:59:59.999Z',
    '2025-12-31T13:00:00Z',
    '2026-01-01T03:30:00Z',
    '2027-02-28T13:00:00Z',
    '2028-02-29T02:00:00Z',
  ],
].map(at);

function randomOrder(random: () => number): PlainOrder {
  const threeHours = 3 * 3_600_000;
  const moment = moments[Math.floor(random() * moments.length)] ?? 0;
  const anywhere = at('2024-06-30T00:00:00Z') + random() * (at('2028-03-01T00:00:00Z') - at('2024-06-30T00:00:00Z'));
  const nearAnEdge = moment + (random() - 0.5) * 2 * threeHours;
  return {
    date: Math.floor(random() < 0.5 ? anywhere : nearAnEdge),
    cents: 1 + Math.floor(random() ** 3 * 2_000_000),
    status: orderStatuses[Math.floor(random() * orderStatuses.length)] ?? 'paid',
  };
}

interface DatedSale {
  cents: number;
  /** As 2026-11-23. */
  day: string;
}

const calendarOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

function salesIn(timeZone: string, orders: readonly PlainOrder[]): DatedSale[] {
  const calendar = calendarOf(timeZone);
  return orders
    .filter((order) => isSale(order.status))
    .map((order) => ({ cents: order.cents, day: calendar.format(order.date) }));
}

/** The expected sales: which period an order belongs to is decided by its formatted date. */
function reference(sales: readonly DatedSale[], range: TimeRange, now: number, timeZone: string): Sales {
  const today = calendarOf(timeZone).format(now);
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const centsOf = (named: string) =>
    sales.filter((sale) => sale.day.startsWith(named)).reduce((sum, sale) => sum + sale.cents, 0);

  const firstYear = Math.min(year, ...sales.map((sale) => Number(sale.day.slice(0, 4))));
  const years = Array.from({ length: year - firstYear + 1 }, (_, index) => String(firstYear + index));
  const months = Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month - 12 + index, 1)).toISOString().slice(0, 7),
  );
  const days = Array.from({ length: 30 }, (_, index) =>
    new Date(at(today) - (29 - index) * 86_400_000).toISOString().slice(0, 10),
  );
  const shown = { day: days, month: months, year: years }[range];
  const [ofMonth, ofYear, ofAll] = [
    centsOf(today.slice(0, 7)),
    centsOf(today.slice(0, 4)),
    years.reduce((sum, name) => sum + centsOf(name), 0),
  ];
  const dollars = (cents: number) => Number((cents / 100).toFixed(2));
  return {
    averageDaily: dollars(Math.round(ofMonth / daysInMonth)),
    averageMonthly: dollars(Math.round(ofYear / 12)),
    averageYearly: dollars(Math.round(ofAll / years.length)),
    chartData: shown.map((name) => ({
      period: name,
      amount: formatCents(asCents(centsOf(name)), 'AUD'),
      numericAmount: dollars(centsOf(name)),
    })),
    metadata: {
      totalSales: dollars(shown.reduce((sum, name) => sum + centsOf(name), 0)),
      totalOrders: sales.filter((sale) => shown.some((name) => sale.day.startsWith(name))).length,
      calculationInfo: {
        dailyCalc: `Total of this month, ${formatCents(asCents(ofMonth), 'AUD')}, divided by the ${daysInMonth} days of ${monthNames[month - 1]}`,
        monthlyCalc: `Total of this year, ${formatCents(asCents(ofYear), 'AUD')}, divided by 12`,
        yearlyCalc: `Total of all time, ${formatCents(asCents(ofAll), 'AUD')}, divided by ${years.length} ${years.length === 1 ? 'year' : 'years'} in business`,
      },
    },
  };
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Inserts rows directly, each with its own buyer: the analytics read only date, status, total and the price of delivery. */
async function insertOrders(shop: TestShop, orders: readonly PlainOrder[]): Promise<void> {
  const rows = orders.map(({ date, cents, status }) => ({
    id: crypto.randomUUID(),
    user_id: crypto.randomUUID(),
    order_date: date,
    status,
    total_cents: asCents(cents),
    delivery_cents: asCents(0),
    delivery_option: '',
    delivery_name: '',
    payment_method: 'credit' as const,
    delivery: '{}',
    buyer: '{}',
    hold_expires_at: null,
    reserved_until: null,
    search_text: '',
    changed_at: date,
    is_demo: 0 as const,
  }));
  await shop.shop.database.write(async (tx) => {
    for (let start = 0; start < rows.length; start += 1_000)
      await tx
        .insertInto('orders')
        .values(rows.slice(start, start + 1_000))
        .execute();
  });
}
