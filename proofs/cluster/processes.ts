import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient } from '#server/testing/http-client.ts';
import { repeat } from '#server/testing/waiting.ts';
import { startPostgres } from '../../scripts/throwaway-postgres.ts';
import { atMost } from '../proof.ts';
import type { ClusterFixture } from './fixture.ts';
import { type ClusterRun, type Findings, openClusterRun, type RunOptions, summaryOf, underLoad } from './under-load.ts';

/** The number of pieces offered per round of interruptions, which is more than the buyers buy. */
const piecesPerRound = 1_000;
/** Milliseconds before, between and after the interruptions. */
const interruptionInterval = 2_000;

/**
 * Interrupts the processes of a shop behind nginx, on one PostgreSQL, while people buy: kills them in the first part, restarts them
 * in the second.
 */
export async function interruptProcesses(options: RunOptions): Promise<Findings[]> {
  const { log } = options;
  await using resources = new AsyncDisposableStack();
  const postgres = await startPostgres({ durable: true });
  resources.defer(postgres.stop);
  await postgres.createDatabase('lacquer');
  const run = await openClusterRun(resources, options, {
    databaseUrl: postgres.url('lacquer'),
    parts: 2,
    piecesPerRound,
  });
  log('one process after the other is killed while people buy');
  const killFindings = await killProcesses(run);
  log('one process after the other is restarted while people buy and read');
  return [killFindings, await restartProcesses(run)];
}

/** Kills one process after the other (SIGKILL) and starts it again. Clients retry with their Idempotency-Key. */
function killProcesses(run: ClusterRun): Promise<Findings> {
  const { cluster, rounds } = run;
  return underLoad('one process killed', run, async (sales, { figures }) => {
    for (let round = 0; round < rounds; round += 1)
      for (const shop of cluster.shops) {
        await pause(interruptionInterval * (0.5 + cluster.fixture.random.below(1_000) / 1_000));
        await shop.restart('SIGKILL');
      }
    await pause(interruptionInterval);
    figures.push({ what: 'kills', measured: rounds * cluster.shops.length });
    return () => figures.push({ what: 'requests that were retried', measured: sales.retries.length });
  });
}

/** Restarts one process after the other (SIGTERM) while people buy and read: no request may fail or be retried. */
function restartProcesses(run: ClusterRun): Promise<Findings> {
  const { cluster, rounds } = run;
  return underLoad('rolling restart', run, async (sales, { figures, violations }) => {
    const readers = startReaders(cluster);
    const restartTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const shop of cluster.shops) {
        await pause(interruptionInterval / 2);
        const startedAt = performance.now();
        await shop.restart('SIGTERM');
        restartTimes.push(performance.now() - startedAt);
      }
    await pause(interruptionInterval / 2);
    const { count, failures, slowest } = await readers.stop();
    return () => {
      for (const failure of [...failures, ...sales.retries]) violations.push(`A request failed: ${failure}`);
      figures.push({ what: 'restarts', measured: restartTimes.length });
      figures.push(atMost(0, 'failed requests', failures.length + sales.retries.length));
      figures.push({ what: 'pages and listings read during the restarts', measured: count });
      figures.push({ what: 'slowest of these', measured: slowest, unit: 'ms' });
      figures.push({ what: 'restart, slowest', measured: Math.max(...restartTimes), unit: 'ms' });
    };
  });
}

/** Reads pages and listings until `stop`, which returns how many were read, the failures and the slowest answer (milliseconds). */
function startReaders({ proxy, fixture }: ClusterFixture) {
  const paths = ['/', '/api/listings?page=1&pageSize=20', `/product/${fixture.pieces[0]?.id}`, '/api/health'];
  const client = createHttpClient(proxy.address);
  const result = { count: 0, slowest: 0, failures: [] as string[] };
  const readers = paths.map((path) =>
    repeat(async () => {
      const answer = await client.request('GET', path);
      result.slowest = Math.max(result.slowest, answer.milliseconds);
      result.count += 1;
      if (answer.status !== 200) result.failures.push(`${path} was answered ${summaryOf(answer)}`);
    }, 10),
  );
  return {
    async stop() {
      await Promise.all(readers.map((reader) => reader.stop()));
      client.close();
      return result;
    },
  };
}
