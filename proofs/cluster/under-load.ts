import { setTimeout as pause } from 'node:timers/promises';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import { createHttpClient, type HttpClient, type Transfer } from '#server/testing/http-client.ts';
import { until } from '#server/testing/waiting.ts';
import { checkDatabase } from '../../cli/invariants.ts';
import type { Listing, Person } from '../load/actions.ts';
import { atMost, type Figure } from '../proof.ts';
import { type ClusterFixture, openClusterFixture } from './fixture.ts';

export interface RunOptions {
  /** Empty; removed after the run. */
  folder: string;
  seed: number;
  /** How many times each interruption happens. */
  rounds: number;
  /** Number of processes of the shop. */
  processes: number;
  log(line: string): void;
}

/** The results of one part of the program. */
export type Findings = { part: string; figures: Figure[]; violations: string[] };

/** What the parts of a run share. */
export interface ClusterRun {
  cluster: ClusterFixture;
  rounds: number;
  /** The number of pieces that each part offers. No piece is offered in two parts. */
  piecesPerPart: number;
  /** The sales of all parts so far. The orders of the shop must match them. */
  allSales: Sales[];
}

const buyerCount = 6;

/** Opens the shop's processes, with enough pieces for `parts` parts. They are closed with `resources`. */
export async function openClusterRun(
  resources: AsyncDisposableStack,
  { folder, seed, rounds, processes }: RunOptions,
  { databaseUrl, parts, piecesPerRound }: { databaseUrl: string; parts: number; piecesPerRound: number },
): Promise<ClusterRun> {
  const piecesPerPart = piecesPerRound * rounds;
  const size = { people: buyerCount, pieces: parts * piecesPerPart };
  const cluster = await openClusterFixture({ databaseUrl, folder, processes, seed, ...size });
  resources.defer(cluster.close);
  return { cluster, rounds, piecesPerPart, allSales: [] };
}

/**
 * Runs `interrupt` while people buy pieces that no earlier part offered. When all purchases have ended, calls the function that
 * `interrupt` returned, and compares the sales of all parts with the shop's orders.
 */
export async function underLoad(
  part: string,
  { cluster, piecesPerPart, allSales }: ClusterRun,
  interrupt: (sales: Sales, findings: Findings) => Promise<() => void>,
): Promise<Findings> {
  const findings: Findings = { part, figures: [], violations: [] };
  const { fixture, proxy } = cluster;
  const first = allSales.length * piecesPerPart;
  const pieces = fixture.pieces.slice(first, first + piecesPerPart);
  const sales = startSales(proxy.address, fixture.people, pieces);
  allSales.push(sales);
  const conclude = await interrupt(sales, findings);
  await sales.end();
  conclude();
  findings.violations.push(...sales.violations);
  findings.figures.push({ what: 'orders acknowledged', measured: sales.purchases.length });
  await compareOrders(cluster, allSales, findings);
  return findings;
}

/**
 * Adds violations and figures to `findings`: every acknowledged order must be there, nobody may have an order that was never
 * acknowledged, no piece may be sold twice, and the invariants must hold.
 */
async function compareOrders(cluster: ClusterFixture, allSales: readonly Sales[], findings: Findings): Promise<void> {
  const { fixture, proxy } = cluster;
  const { figures, violations } = findings;
  using client = createHttpClient(proxy.address);
  const purchases = allSales.flatMap((sales) => sales.purchases);
  const owners = new Map<string, string>();
  let [lost, surplus] = [0, 0];
  for (const buyer of fixture.people) {
    const paid = (await ordersOf(client, buyer)).filter(({ status }) => status === 'paid');
    const made = new Set(paid.map(({ id }) => id));
    const acknowledged = purchases.filter((purchase) => purchase.buyer === buyer).map(({ orderId }) => orderId);
    const missing = new Set(acknowledged).difference(made);
    const unknown = made.difference(new Set(acknowledged));
    for (const id of missing) violations.push(`Order ${id} was acknowledged to ${buyer.email} and is not there.`);
    for (const id of unknown) violations.push(`Order ${id} of ${buyer.email} is there and was never acknowledged.`);
    lost += missing.size;
    surplus += unknown.size + acknowledged.length - new Set(acknowledged).size;
    for (const { id, items } of paid)
      for (const { listingId } of items) {
        const other = owners.get(listingId);
        if (other !== undefined) violations.push(`${listingId} belongs to order ${other} and to order ${id}.`);
        owners.set(listingId, id);
      }
  }
  figures.push(atMost(0, 'acknowledged orders lost', lost));
  figures.push(atMost(0, 'orders that exist twice, or that nobody made', surplus));
  violations.push(...(await checkDatabase(fixture.database)));
}

/** The orders of a buyer; repeats the request until it succeeds. The shop lists at most a thousand, more than a run makes. */
async function ordersOf(client: HttpClient, { token }: Person) {
  const listOrders = () => client.call('listOrders', { token });
  let answer = await listOrders();
  const isAnswered = async () => {
    if (answer.status !== 200) answer = await listOrders();
    return answer.status === 200;
  };
  await until(isAnswered, 'a buyer sees the orders', { every: 100 });
  return answer.body.orders;
}

/** People who buy one piece after another, and what was acknowledged to them. */
export interface Sales {
  /** Purchases that were confirmed with a 200. */
  purchases: { buyer: Person; orderId: string; piece: string }[];
  /** When each of these purchases was confirmed, as `performance.now()`. */
  acknowledgedAt: number[];
  /** A line for each time a client had to retry: no answer at all, or a 502, 503 or 504. */
  retries: string[];
  violations: string[];
  /** Stops buying. Resolves when every buyer has finished the purchase in progress. */
  end(): Promise<void>;
}

/** Milliseconds between two purchases of one buyer, and before a retry. */
const betweenPurchases = 50;
const beforeRetry = 100;
/** How long a request may be retried without success before it counts as a violation, milliseconds. */
const longestRetrying = 90_000;

/** Starts buying. Only unique pieces are bought; some are wanted by two buyers at once. */
function startSales(address: string, buyers: readonly Person[], pieces: readonly Listing[]): Sales {
  const client = createHttpClient(address);
  const offered = pieces.filter(({ isUnique }) => isUnique);
  let [next, isOver] = [0, false];
  const sales = { purchases: [], acknowledgedAt: [], retries: [], violations: [] } as Omit<Sales, 'end'>;

  const shopping = buyers.map(async (buyer) => {
    for (let visit = 0; !isOver; visit += 1) {
      // Every third visit wants the piece that was wanted last, mostly by another buyer.
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

/** Repeats a request with the same Idempotency-Key until it is granted or refused. Returns null (and adds a violation) after 90 s. */
async function untilAnswered<Answer extends ApiAnswer & Transfer>(
  send: () => Promise<Answer>,
  { retries, violations }: Omit<Sales, 'end'>,
): Promise<Answer | null> {
  for (const giveUpAt = performance.now() + longestRetrying; performance.now() < giveUpAt; ) {
    const answer = await send();
    if (![0, 502, 503, 504].includes(answer.status)) return answer;
    retries.push(summaryOf(answer));
    await pause(beforeRetry);
  }
  violations.push(`Nothing but retries for ${longestRetrying / 1_000} s: ${retries.at(-1)}`);
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
