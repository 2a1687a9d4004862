import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient } from '#server/testing/http-client.ts';
import { startPostgres } from '../../scripts/throwaway-postgres.ts';
import { atMost } from '../proof.ts';
import { repeat } from '../waiting.ts';
import { type ClusterFixture, openClusterFixture } from './fixture.ts';
import { summaryOf } from './sales.ts';
import { type Findings, type Interrupted, type RunOptions, underLoad } from './under-load.ts';

const buyers = 6;
/** More than they buy in one round of interruptions. */
const listingsPerRound = 1_000;
/** Before, between and after the interruptions; milliseconds. */
const betweenInterruptions = 2_000;

/** Several processes behind nginx on one PostgreSQL. */
export async function tryProcesses({ folder, seed, rounds, processes, log }: RunOptions): Promise<Findings[]> {
  await using opened = new AsyncDisposableStack();
  const postgres = await startPostgres({ durable: true });
  opened.defer(postgres.stop);
  await postgres.createDatabase('lacquer');
  const databaseUrl = postgres.url('lacquer');
  const share = listingsPerRound * rounds;
  const cluster = await openClusterFixture({ databaseUrl, folder, processes, seed, people: buyers, pieces: 2 * share });
  opened.defer(cluster.close);
  const interrupted: Interrupted = { cluster, rounds, share, allSales: [] };
  log('one process after the other is killed while people buy');
  const killed = await killProcesses(interrupted);
  log('one process after the other is restarted while people buy and read');
  return [killed, await restartProcesses(interrupted)];
}

/** SIGKILL of one process after the other; it is started again. Clients retry with their key. */
function killProcesses(interrupted: Interrupted): Promise<Findings> {
  const { cluster, rounds } = interrupted;
  return underLoad('one process killed', interrupted, async (sales, { figures }) => {
    for (let round = 0; round < rounds; round += 1)
      for (const shop of cluster.shops) {
        await pause(betweenInterruptions * (0.5 + cluster.fixture.random.below(1_000) / 1_000));
        await shop.restart('SIGKILL');
      }
    await pause(betweenInterruptions);
    figures.push({ what: 'kills', measured: rounds * cluster.shops.length });
    return () => figures.push({ what: 'requests that were retried', measured: sales.retries.length });
  });
}

/** SIGTERM and a new start, one process after the other, while others read: no request fails, none is retried. */
function restartProcesses(interrupted: Interrupted): Promise<Findings> {
  const { cluster, rounds } = interrupted;
  return underLoad('rolling restart', interrupted, async (sales, { figures, violations }) => {
    const reading = readAll(cluster);
    const restartedAfter: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const shop of cluster.shops) {
        await pause(betweenInterruptions / 2);
        const begun = performance.now();
        await shop.restart('SIGTERM');
        restartedAfter.push(performance.now() - begun);
      }
    await pause(betweenInterruptions / 2);
    const { count, failures, slowest } = await reading.end();
    return () => {
      for (const failure of [...failures, ...sales.retries]) violations.push(`A request failed: ${failure}`);
      figures.push({ what: 'restarts', measured: restartedAfter.length });
      figures.push(atMost(0, 'failed requests', failures.length + sales.retries.length));
      figures.push({ what: 'pages and listings read during the restarts', measured: count });
      figures.push({ what: 'slowest of these', measured: slowest, unit: 'ms' });
      figures.push({ what: 'restart, slowest', measured: Math.max(...restartedAfter), unit: 'ms' });
    };
  });
}

function readAll({ proxy, fixture }: ClusterFixture) {
  const paths = ['/', '/api/listings?page=1&pageSize=20', `/product/${fixture.pieces[0]?.id}`, '/api/health'];
  const client = createHttpClient(proxy.address);
  const read = { count: 0, slowest: 0, failures: [] as string[] };
  const readers = paths.map((path) =>
    repeat(async () => {
      const answer = await client.request('GET', path);
      read.slowest = Math.max(read.slowest, answer.milliseconds);
      read.count += 1;
      if (answer.status !== 200) read.failures.push(`${path} was answered ${summaryOf(answer)}`);
    }, 10),
  );
  return {
    async end() {
      await Promise.all(readers.map((reader) => reader.stop()));
      client.close();
      return read;
    },
  };
}
