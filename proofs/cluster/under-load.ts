import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { checkDatabase } from '../../cli/invariants.ts';
import type { Person } from '../load/actions.ts';
import { atMost, type Figure } from '../proof.ts';
import { until } from '../waiting.ts';
import type { ClusterFixture } from './fixture.ts';
import { type Sales, startSales } from './sales.ts';

export interface RunOptions {
  /** Empty; removed after the run. */
  folder: string;
  seed: number;
  /** How often each interruption happens. */
  rounds: number;
  /** Of the shop. */
  processes: number;
  log(line: string): void;
}

/** The results of one part of the program. */
export interface Findings {
  part: string;
  figures: Figure[];
  violations: string[];
}

/** What the parts of a run share. */
export interface ClusterRun {
  cluster: ClusterFixture;
  rounds: number;
  /** The number of pieces that each part offers. No piece is offered in two parts. */
  piecesPerPart: number;
  /** The sales of all parts so far. The orders of the shop must match them. */
  allSales: Sales[];
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
  const sales = startSales({ address: proxy.address, buyers: fixture.people, pieces });
  allSales.push(sales);
  const conclude = await interrupt(sales, findings);
  await sales.end();
  conclude();
  findings.violations.push(...sales.violations);
  findings.figures.push({ what: 'orders acknowledged', measured: sales.purchases.length });
  await compareOrders(cluster, allSales, findings);
  return findings;
}

/** Every acknowledged order is there, nobody has an order that they never made, no piece is sold twice, the invariants hold. */
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

/** Up to a thousand, which is more than a run of these programs makes. */
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
