import { setTimeout as pause } from 'node:timers/promises';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import { createHttpClient, type HttpClient, type Transfer } from '#server/testing/http-client.ts';
import type { Listing, Person } from '../load/actions.ts';

/** People who buy one piece after another, and what was acknowledged to them. */
export interface Sales {
  /** Confirmed with a 200: whose, and of which piece. */
  purchases: { buyer: Person; orderId: string; piece: string }[];
  /** Moments of these, `performance.now()`. */
  acknowledgedAt: number[];
  /** Answers after which a client retries: none at all, 502, 503, 504; a line each. */
  retries: string[];
  violations: string[];
  /** Every buyer finishes the purchase that is in progress. */
  end(): Promise<void>;
}

export interface SalesOptions {
  /** Without a trailing slash. */
  address: string;
  buyers: readonly Person[];
  /** Unique ones; some are wanted by two at once. */
  pieces: readonly Listing[];
}

/** Milliseconds between two purchases of one buyer, and before a retry. */
const betweenPurchases = 50;
const beforeRetry = 100;
/** Without an answer for so long, something is broken; milliseconds. */
const longestWithout = 90_000;

/** Sales begin at once. */
export function startSales({ address, buyers, pieces }: SalesOptions): Sales {
  const client = createHttpClient(address);
  const offered = pieces.filter(({ isUnique }) => isUnique);
  let [next, isOver] = [0, false];
  const sales = { purchases: [], acknowledgedAt: [], retries: [], violations: [] } as Omit<Sales, 'end'>;

  const shopping = buyers.map(async (buyer) => {
    for (let visit = 0; !isOver; visit += 1) {
      // Every third visit wants a piece that another buyer has just taken.
      const piece = offered[visit % 3 === 2 ? Math.max(0, next - 1) : next++];
      if (!piece)
        return void sales.violations.push('There were too few pieces: nothing was bought at the end of this run.');
      await buy(client, { buyer, piece, visit }, sales);
      await pause(betweenPurchases);
    }
  });
  return {
    ...sales,
    async end() {
      isOver = true;
      await Promise.all(shopping);
      client.close();
    },
  };
}

interface Visit {
  buyer: Person;
  piece: Listing;
  visit: number;
}

async function buy(client: HttpClient, { buyer, piece, visit }: Visit, sales: Omit<Sales, 'end'>): Promise<void> {
  const call = <Name extends 'createCheckout' | 'confirmPayment'>(name: Name, body: object) => {
    const headers = { 'idempotency-key': `${buyer.id}-${visit}-${name}` };
    return untilAnswered(() => client.call(name, { token: buyer.token, body, headers }), sales);
  };
  const items = [{ listingId: piece.id, price: piece.cents / 100 }];
  const ordered = await call('createCheckout', { items });
  if (!ordered || ordered.status === 409) return;
  const { orderId } = ordered.body;
  if (orderId === undefined) return void sales.violations.push(`A checkout was answered ${summaryOf(ordered)}`);
  const confirmed = await call('confirmPayment', { orderId, listingIds: [piece.id] });
  if (!confirmed) return;
  if (confirmed.status !== 200)
    return void sales.violations.push(`The payment of a held piece was answered ${summaryOf(confirmed)}`);
  sales.purchases.push({ buyer, orderId, piece: piece.id });
  sales.acknowledgedAt.push(performance.now());
}

/** The same request with the same Idempotency-Key until it is granted or refused; null when that takes too long. */
async function untilAnswered<Answer extends ApiAnswer & Transfer>(
  send: () => Promise<Answer>,
  { retries, violations }: Omit<Sales, 'end'>,
): Promise<Answer | null> {
  for (const giveUpAt = performance.now() + longestWithout; performance.now() < giveUpAt; ) {
    const answer = await send();
    if (![0, 502, 503, 504].includes(answer.status)) return answer;
    retries.push(summaryOf(answer));
    await pause(beforeRetry);
  }
  violations.push(`Nothing but retries for ${longestWithout / 1_000} s: ${retries.at(-1)}`);
  return null;
}

export const summaryOf = ({ status, failure, body, raw }: ApiAnswer & Transfer): string =>
  failure ?? `${status} ${body.message ?? raw.toString().slice(0, 120)}`;

/** Milliseconds from `since` to the first acknowledged purchase after it. */
export function pauseAfter({ acknowledgedAt }: Pick<Sales, 'acknowledgedAt'>, since: number): number {
  const next = acknowledgedAt.find((moment) => moment > since);
  return next === undefined ? Number.POSITIVE_INFINITY : next - since;
}

/** The longest time between two acknowledged purchases, from `since` on; milliseconds. */
export function longestPause({ acknowledgedAt }: Pick<Sales, 'acknowledgedAt'>, since: number): number {
  const moments = [since, ...acknowledgedAt.filter((moment) => moment > since)];
  return Math.max(0, ...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)));
}
