import type { OrderStatus } from '#contract/states.ts';
import type { DemoPiece, DemoPieces } from './demo-pieces.ts';
import type { Seeded } from './seeded.ts';

/** What was ordered, when, and what became of it. */
export interface DemoSale {
  /** In the shop's calendar. */
  daysAgo: number;
  /** Epoch milliseconds. */
  at: number;
  status: OrderStatus;
  pieces: DemoPiece[];
}

const salesCount = 90;
/** Eighteen months. */
const daysBack = 545;
const hour = 3_600_000;

/**
 * Eighteen months of sales, oldest first, more of them lately, the last one some two days ago. Every sold piece and every work that is gone is in exactly one that owns it, editions are in many.
 */
export function planSales(random: Seeded, pieces: DemoPieces, now: number, timeZone: string): DemoSale[] {
  const sales = saleDays(random).map(
    (daysAgo, index): DemoSale => ({
      daysAgo,
      at: index === salesCount - 1 ? latestSale(now, timeZone) : momentOf(random, daysAgo, now, timeZone),
      status: statusAfter(random, daysAgo),
      pieces: [],
    }),
  );
  sales.sort((left, right) => left.at - right.at);
  placeUniquePieces(random, sales, pieces);
  for (const sale of sales) placeEditions(random, sale, pieces.editions);
  return sales;
}

/** Days before today, the last one 2: that sale has a moment of its own. */
function saleDays(random: Seeded): number[] {
  return Array.from({ length: salesCount }, (_, index) => {
    const progress = index / (salesCount - 1);
    const daysAgo = 3 + Math.round((daysBack - 8) * (1 - progress) ** 1.5) + random.below(5);
    return index === salesCount - 1 ? 2 : daysAgo;
  });
}

/** Some hour at which people buy, in the shop's time zone. */
function momentOf(random: Seeded, daysAgo: number, now: number, timeZone: string): number {
  const day = zoned(now, timeZone).toPlainDate().subtract({ days: daysAgo });
  const plainTime = { hour: 8 + random.below(14), minute: random.below(60), second: random.below(60) };
  return day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds + random.below(1_000);
}

/** Two days ago, or later where that was last month: the current month has a sale unless it is only hours old. */
function latestSale(now: number, timeZone: string): number {
  const monthStart = zoned(now, timeZone).with({ day: 1 }).startOfDay().epochMilliseconds;
  return Math.round(now - Math.min(48 * hour, Math.max(2 * hour, (now - monthStart) / 2)));
}

const zoned = (at: number, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

function statusAfter(random: Seeded, daysAgo: number): OrderStatus {
  if (daysAgo <= 2) return 'paid';
  if (daysAgo <= 6) return random.pick(['paid', 'processing']);
  if (random.chance(0.09)) return 'cancelled';
  if (daysAgo <= 15) return random.pick(['paid', 'shipped', 'shipped']);
  return daysAgo <= 24 ? random.pick(['shipped', 'delivered']) : 'delivered';
}

function placeUniquePieces(random: Seeded, sales: readonly DemoSale[], pieces: DemoPieces): void {
  const place = (piece: DemoPiece, kind: (sale: DemoSale) => boolean) => {
    const possible = sales.filter((sale) => sale.pieces.length === 0 && canBeBought(piece, sale) && kind(sale));
    random.pick(possible).pieces.push(piece);
  };
  for (const piece of pieces.sold) place(piece, ({ status }) => status === 'delivered');
  for (const piece of pieces.gone) place(piece, ({ status }) => status !== 'cancelled');
  // Somebody wanted these and changed their mind: they are free again.
  for (const piece of random.shuffled(pieces.available.filter(({ from }) => from > 100)).slice(0, 2))
    place(piece, ({ status }) => status === 'cancelled');
}

/** Where there is a unique piece already, one edition at most comes with it. */
function placeEditions(random: Seeded, sale: DemoSale, editions: readonly DemoPiece[]): void {
  const count = sale.pieces.length > 0 ? random.below(4) - 2 : random.pick([1, 1, 2, 2, 3]);
  const possible = random.shuffled(editions.filter((piece) => canBeBought(piece, sale)));
  sale.pieces.push(...possible.slice(0, Math.max(0, count)));
}

const canBeBought = ({ from, until }: DemoPiece, { daysAgo }: DemoSale) => daysAgo < from && daysAgo >= until;
