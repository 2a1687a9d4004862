import type { OrderStatus } from '#contract/states.ts';
import type { DemoListing, DemoListings } from './demo-listings.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A planned order of the demo, which has no customer yet. */
export interface DemoSale {
  /** Calendar days before today in the shop's time zone. */
  daysAgo: number;
  /** Epoch milliseconds. */
  at: number;
  status: OrderStatus;
  listings: DemoListing[];
}

const salesCount = 90;
/** About eighteen months. */
const daysBack = 545;
const hour = 3_600_000;

/**
 * Plans eighteen months of sales, oldest first, more of them recently, the last one at most two days ago. Every sold unique listing of the
 * collection and every earlier work is in exactly one sale that is not cancelled; editions are in many.
 */
export function planSales(random: SeededRandom, demo: DemoListings, now: number, timeZone: string): DemoSale[] {
  const sales = saleDays(random).map(
    (daysAgo, index): DemoSale => ({
      daysAgo,
      at: index === salesCount - 1 ? latestSale(now, timeZone) : momentOf(random, daysAgo, now, timeZone),
      status: statusAfter(random, daysAgo),
      listings: [],
    }),
  );
  sales.sort((left, right) => left.at - right.at);
  placeUniqueListings(random, sales, demo);
  for (const sale of sales) placeEditions(random, sale, demo.editions);
  return sales;
}

/** The days of the sales, as numbers of days before today. The last is 2; `latestSale` computes the time of that sale. */
function saleDays(random: SeededRandom): number[] {
  return Array.from({ length: salesCount }, (_, index) => {
    const progress = index / (salesCount - 1);
    const daysAgo = 3 + Math.round((daysBack - 8) * (1 - progress) ** 1.5) + random.below(5);
    return index === salesCount - 1 ? 2 : daysAgo;
  });
}

/** A random time (epoch milliseconds) on the day `daysAgo`, between 8:00 and 22:00 in the shop's time zone. */
function momentOf(random: SeededRandom, daysAgo: number, now: number, timeZone: string): number {
  const day = zoned(now, timeZone).toPlainDate().subtract({ days: daysAgo });
  const plainTime = { hour: 8 + random.below(14), minute: random.below(60), second: random.below(60) };
  return day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds + random.below(1_000);
}

/**
 * The time of the last sale, epoch milliseconds: at most two days ago, so that the current month has a sale unless it is younger than
 * two hours.
 */
function latestSale(now: number, timeZone: string): number {
  const monthStart = zoned(now, timeZone).with({ day: 1 }).startOfDay().epochMilliseconds;
  return Math.round(now - Math.min(48 * hour, Math.max(2 * hour, (now - monthStart) / 2)));
}

const zoned = (at: number, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

function statusAfter(random: SeededRandom, daysAgo: number): OrderStatus {
  if (daysAgo <= 2) return 'paid';
  if (daysAgo <= 6) return random.pick(['paid', 'processing']);
  if (random.chance(0.09)) return 'cancelled';
  if (daysAgo <= 15) return random.pick(['paid', 'shipped', 'shipped']);
  return daysAgo <= 24 ? random.pick(['shipped', 'delivered']) : 'delivered';
}

function placeUniqueListings(random: SeededRandom, sales: readonly DemoSale[], demo: DemoListings): void {
  const place = (listing: DemoListing, kind: (sale: DemoSale) => boolean) => {
    const possible = sales.filter((sale) => sale.listings.length === 0 && canBeBought(listing, sale) && kind(sale));
    random.pick(possible).listings.push(listing);
  };
  for (const listing of demo.sold) place(listing, ({ status }) => status === 'delivered');
  for (const listing of demo.gone) place(listing, ({ status }) => status !== 'cancelled');
  // These are available again after a cancelled order.
  for (const listing of random.shuffled(demo.available.filter(({ from }) => from > 100)).slice(0, 2))
    place(listing, ({ status }) => status === 'cancelled');
}

/** Adds one to three editions, or at most one when the sale has a unique listing. */
function placeEditions(random: SeededRandom, sale: DemoSale, editions: readonly DemoListing[]): void {
  const count = sale.listings.length > 0 ? random.below(4) - 2 : random.pick([1, 1, 2, 2, 3]);
  const possible = random.shuffled(editions.filter((listing) => canBeBought(listing, sale)));
  sale.listings.push(...possible.slice(0, Math.max(0, count)));
}

const canBeBought = ({ from, until }: DemoListing, { daysAgo }: DemoSale) => daysAgo < from && daysAgo >= until;
