import { setTimeout as pause } from 'node:timers/promises';
import type { Person, Piece } from '../prove/crash/acts.ts';
import { ask, type Question, type Reply } from './ask.ts';

/** People who buy one piece after another, each for 50 milliseconds or longer, and the book of what they were promised. */
export interface Trade {
  /** Confirmed with a 200: whose, and of which piece. */
  purchases: { buyer: Person; orderId: string; piece: string }[];
  /** Moments of these, `performance.now()`. */
  promisedAt: number[];
  /** Answers that a client asks again after: none at all, 502, 503, 504; each in words. */
  hitches: string[];
  violations: string[];
  /** Lets everybody bring to an end what has been begun. */
  end(): Promise<void>;
}

export interface TradeOptions {
  /** Without a trailing slash. */
  address: string;
  buyers: readonly Person[];
  /** Unique ones; some are wanted by two at once. */
  pieces: readonly Piece[];
  /** Milliseconds between two purchases of one buyer. */
  breath?: number;
}

/** Whoever asks again does so after this long, milliseconds. */
const beforeAskingAgain = 100;
/** Without an answer for so long, something is broken; milliseconds. */
const longestWithout = 90_000;

/** Sales begin at once. */
export function startTrade({ address, buyers, pieces, breath = 50 }: TradeOptions): Trade {
  const offered = pieces.filter(({ isUnique }) => isUnique);
  let [next, isOver] = [0, false];
  const trade = { purchases: [], promisedAt: [], hitches: [], violations: [] } as Omit<Trade, 'end'>;

  const shopping = buyers.map(async (buyer) => {
    for (let visit = 0; !isOver; visit += 1) {
      // Every third visit somebody wants what another has just taken.
      const piece = offered[visit % 3 === 2 ? Math.max(0, next - 1) : next++];
      if (!piece) return void trade.violations.push('The pieces ran out: this run says nothing of its end.');
      await buy(address, { buyer, piece, visit }, trade);
      await pause(breath);
    }
  });
  return {
    ...trade,
    async end() {
      isOver = true;
      await Promise.all(shopping);
    },
  };
}

interface Visit {
  buyer: Person;
  piece: Piece;
  visit: number;
}

async function buy(address: string, { buyer, piece, visit }: Visit, trade: Omit<Trade, 'end'>): Promise<void> {
  const key = `${buyer.id}-${visit}`;
  const post = (path: string, body: object, step: string): Promise<Reply | null> =>
    untilAnswered(
      `${address}/api/orders/${path}`,
      { method: 'POST', token: buyer.token, body, idempotencyKey: `${key}-${step}` },
      trade,
    );
  const ordered = await post('checkout', { items: [{ listingId: piece.id, price: piece.cents / 100 }] }, 'checkout');
  if (!ordered || ordered.status === 409) return;
  const { orderId } = ordered.said;
  if (orderId === undefined) return void trade.violations.push(`A checkout was answered ${wordsOf(ordered)}`);
  const confirmed = await post('confirm-payment', { orderId, listingIds: [piece.id] }, 'confirm');
  if (!confirmed) return;
  if (confirmed.status !== 200)
    return void trade.violations.push(`What was held for its buyer was answered ${wordsOf(confirmed)} at the payment`);
  trade.purchases.push({ buyer, orderId, piece: piece.id });
  trade.promisedAt.push(performance.now());
}

/** The same question with the same Idempotency-Key until there is an answer that says yes or no; null when that takes too long. */
async function untilAnswered(url: string, question: Question, { hitches, violations }: Omit<Trade, 'end'>) {
  for (const giveUpAt = performance.now() + longestWithout; performance.now() < giveUpAt; ) {
    const reply = await ask(url, question);
    if (![0, 502, 503, 504].includes(reply.status)) return reply;
    hitches.push(wordsOf(reply));
    await pause(beforeAskingAgain);
  }
  violations.push(`Nothing but hitches for ${longestWithout / 1_000} s: ${hitches.at(-1)}`);
  return null;
}

export const wordsOf = ({ status, failure, said, text }: Reply): string =>
  failure ?? `${status} ${said.message ?? text.slice(0, 120)}`;

/** Milliseconds from `since` to the first promise after it. */
export function pauseAfter({ promisedAt }: Pick<Trade, 'promisedAt'>, since: number): number {
  const next = promisedAt.find((moment) => moment > since);
  return next === undefined ? Number.POSITIVE_INFINITY : next - since;
}

/** The longest of the pauses between one promise and the next, from `since` on; milliseconds. */
export function longestPause({ promisedAt }: Pick<Trade, 'promisedAt'>, since: number): number {
  const moments = [since, ...promisedAt.filter((moment) => moment > since)];
  return Math.max(0, ...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)));
}
