import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient } from '#server/testing/http-client.ts';
import type { ThrowawayPostgres } from '../../../scripts/throwaway-postgres.ts';
import { atMost } from '../../proof.ts';
import { audit } from '../audit.ts';
import type { ClusterFixture } from '../fixture.ts';
import { pauseAfter, type Sales, startSales, summaryOf } from '../sales.ts';
import { until } from '../supervised.ts';
import type { Findings } from '../table.ts';

/** Before, between and after what happens; milliseconds. */
const meanwhile = 2_000;
/** The database's return is noticed within so long , milliseconds. */
const recovery = 5_000;

export interface Interruptions {
  cluster: ClusterFixture;
  rounds: number;
  /** So many pieces for each of `allSales`. */
  share: number;
  /** All sales there ever were: the shop's orders are compared with these. */
  allSales: Sales[];
}

/** SIGKILL of one process after the other; the init system starts it again. Clients retry with their key. */
export function processesKilled(interruptions: Interruptions): Promise<Findings> {
  const { cluster, rounds } = interruptions;
  return underLoad('one process killed', interruptions, async (sales, { figures }) => {
    for (let round = 0; round < rounds; round += 1)
      for (const shop of cluster.shops) {
        await pause(meanwhile * (0.5 + cluster.fixture.random.below(1_000) / 1_000));
        await shop.killAndRestart();
      }
    await pause(meanwhile);
    figures.push({ what: 'kills', measured: rounds * cluster.shops.length });
    return () => figures.push({ what: 'requests that were retried', measured: sales.retries.length });
  });
}

/** SIGTERM and a new start, one process after the other, while others read, too: no request fails, none is retried. */
export function rollingRestart(interruptions: Interruptions): Promise<Findings> {
  const { cluster, rounds } = interruptions;
  return underLoad('rolling restart', interruptions, async (sales, { figures, violations }) => {
    const reading = readAll(cluster);
    const restartedAfter: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const shop of cluster.shops) {
        await pause(meanwhile / 2);
        const begun = performance.now();
        await shop.restart();
        restartedAfter.push(performance.now() - begun);
      }
    await pause(meanwhile / 2);
    const { looks, failures, slowest } = await reading.end();
    return () => {
      for (const retry of [...failures, ...sales.retries]) violations.push(`A request failed: ${retry}`);
      figures.push({ what: 'restarts', measured: restartedAfter.length });
      figures.push(atMost(0, 'failed requests', failures.length + sales.retries.length));
      figures.push({ what: 'pages and listings read meanwhile', measured: looks });
      figures.push({ what: 'slowest of these', measured: slowest, unit: 'ms' });
      figures.push({ what: 'restart, slowest', measured: Math.max(...restartedAfter), unit: 'ms' });
    };
  });
}

/** PostgreSQL killed and started again: 503 meanwhile, and no process of the shop is touched. */
export function databaseRestarted(interruptions: Interruptions, postgres: ThrowawayPostgres): Promise<Findings> {
  return databaseLost('PostgreSQL restarted', interruptions, async (sales, { figures }) => {
    const sellingAfter: number[] = [];
    for (let round = 0; round < interruptions.rounds; round += 1) {
      await pause(meanwhile);
      await postgres.crash();
      await pause(meanwhile / 2);
      await postgres.restart();
      const back = performance.now();
      await until(() => pauseAfter(sales, back) < Number.POSITIVE_INFINITY, 'the shop sells again');
      sellingAfter.push(pauseAfter(sales, back));
    }
    await pause(meanwhile);
    figures.push({ what: 'restarts of the database', measured: interruptions.rounds });
    figures.push(atMost(recovery, 'selling again after its return, slowest', Math.max(...sellingAfter), 'ms'));
  });
}

/** While `interrupt` makes the database unavailable, buyers get 503 and nothing else, and no process is started anew. */
export function databaseLost(
  part: string,
  interruptions: Interruptions,
  interrupt: (sales: Sales, findings: Findings) => Promise<void>,
): Promise<Findings> {
  const before = interruptions.cluster.processIds();
  return underLoad(part, interruptions, async (sales, findings) => {
    await interrupt(sales, findings);
    return () => {
      const { figures, violations } = findings;
      const others = sales.retries.filter((retry) => !retry.startsWith('503'));
      for (const retry of others) violations.push(`While the database was unavailable a buyer was answered: ${retry}`);
      if (before.join() !== interruptions.cluster.processIds().join())
        violations.push('A process of the shop was started anew.');
      figures.push({ what: 'answers 503 meanwhile', measured: sales.retries.length - others.length });
    };
  });
}

/**
 * Runs `interrupt` under buying load, and what it returns once all sales have ended; then compares all sales there ever were
 * with the shop's orders. Sells pieces that no earlier sale was about.
 */
async function underLoad(
  part: string,
  { cluster, share, allSales }: Interruptions,
  interrupt: (sales: Sales, findings: Findings) => Promise<() => unknown>,
): Promise<Findings> {
  const findings: Findings = { part, figures: [], violations: [] };
  const { fixture, proxy, databaseUrl } = cluster;
  const first = allSales.length * share;
  const pieces = fixture.pieces.slice(first, first + share);
  const sales = startSales({ address: proxy.address, buyers: fixture.people, pieces });
  allSales.push(sales);
  const conclude = await interrupt(sales, findings);
  await sales.end();
  conclude();
  const found = await audit(proxy.address, { buyers: fixture.people, allSales, databaseUrl });
  findings.figures.push({ what: 'orders acknowledged', measured: sales.purchases.length });
  findings.figures.push(atMost(0, 'of all acknowledged orders lost', found.lost));
  findings.figures.push(atMost(0, 'orders twice, or that nobody made', found.twice));
  findings.violations.push(...sales.violations, ...found.violations);
  return findings;
}

function readAll({ proxy, fixture }: ClusterFixture) {
  const paths = ['/', '/api/listings?page=1&pageSize=20', `/product/${fixture.pieces[0]?.id}`, '/api/health'];
  const client = createHttpClient(proxy.address);
  const read = { looks: 0, slowest: 0, failures: [] as string[] };
  let isOver = false;
  const reading = paths.map(async (path) => {
    while (!isOver) {
      const answer = await client.request('GET', path);
      read.slowest = Math.max(read.slowest, answer.milliseconds);
      read.looks += 1;
      if (answer.status !== 200) read.failures.push(`${path} was answered ${summaryOf(answer)}`);
      await pause(10);
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(reading);
      client.close();
      return read;
    },
  };
}
