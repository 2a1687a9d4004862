import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { administer } from '#server/testing/databases.ts';
import { until } from '#server/testing/waiting.ts';
import { atMost } from '../proof.ts';
import { type Node, primaryOf, startHaproxy, startNodes, untilWhole } from './primaries/nodes.ts';
import {
  type ClusterRun,
  type Findings,
  longestPause,
  openClusterRun,
  pauseAfter,
  type RunOptions,
  underLoad,
} from './under-load.ts';

/** Milliseconds before, between and after the losses. */
const betweenLosses = 3_000;
/** More than the buyers buy in one round. */
const piecesPerRound = 4_000;

/** How a primary is lost. */
interface Loss {
  part: string;
  /** The longest allowed time without a sale. */
  longestPauseSeconds: number;
  lose(node: Node): Promise<void> | void;
  bringBack(node: Node): Promise<void> | void;
}

const losses: readonly Loss[] = [
  { part: 'primary killed', longestPauseSeconds: 30, lose: (node) => node.kill(), bringBack: (node) => node.start() },
  // Patroni notices this later than a kill: only when a time limit has passed.
  { part: 'primary hangs', longestPauseSeconds: 45, lose: (node) => node.freeze(), bringBack: (node) => node.thaw() },
];

/** Starts three PostgreSQL nodes under Patroni with etcd, HAProxy and the shop's processes, and loses the primary in each way. */
export async function losePrimaries(options: RunOptions): Promise<Findings[]> {
  const { folder, log } = options;
  log('three nodes choose their primary');
  // What is opened last is closed first.
  await using resources = new AsyncDisposableStack();
  const nodes = await startNodes(folder);
  resources.defer(nodes.remove);
  await untilWhole(nodes.all);
  const { process, url } = await startHaproxy(join(folder, 'haproxy'), nodes.all);
  resources.defer(process.remove);
  // At first HAProxy takes every node for the primary, so the statement may reach a standby.
  const createDatabase = () =>
    administer(url('postgres'), 'create database lacquer').then(
      () => true,
      () => false,
    );
  await until(createDatabase, 'HAProxy connects to the primary', { every: 200 });
  const size = { parts: losses.length, piecesPerRound };
  const run = await openClusterRun(resources, options, { databaseUrl: url('lacquer'), ...size });
  const findings: Findings[] = [];
  for (const loss of losses) findings.push(await losePrimary(loss, run, nodes.all, log));
  return findings;
}

/**
 * Loses the primary while people buy, once in each round. Nothing acknowledged may be lost, a request may fail only with 503, and no
 * process of the shop may be restarted.
 */
function losePrimary(
  { part, longestPauseSeconds, lose, bringBack }: Loss,
  run: ClusterRun,
  nodes: readonly Node[],
  log: (line: string) => void,
): Promise<Findings> {
  const { cluster, rounds } = run;
  const processIds = () => cluster.shops.map(({ process }) => process.pid()).join();
  const before = processIds();
  return underLoad(part, run, async (sales, { figures, violations }) => {
    const pauses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await pause(betweenLosses);
      const primary = await primaryOf(nodes);
      log(`${part}: ${primary.address.name}`);
      const lostAt = performance.now();
      await lose(primary);
      // For a second, requests that were sent before the loss may still be answered. Sales after that show that the shop sells again.
      await pause(1_000);
      const since = performance.now();
      const sellsAgain = () => pauseAfter(sales, since) < Number.POSITIVE_INFINITY;
      await until(sellsAgain, 'the shop sells again', { patience: 120_000 });
      await pause(betweenLosses);
      pauses.push(longestPause(sales, lostAt));
      await bringBack(primary);
      await untilWhole(nodes);
    }
    await pause(betweenLosses);
    figures.push({ what: 'primaries lost', measured: rounds });
    figures.push(atMost(longestPauseSeconds, 'longest time without a sale', Math.max(...pauses) / 1_000, 's'));
    figures.push({ what: 'shortest time without a sale', measured: Math.min(...pauses) / 1_000, unit: 's' });
    return () => {
      const others = sales.retries.filter((retry) => !retry.startsWith('503'));
      for (const retry of others) violations.push(`While the database was unavailable a buyer was answered: ${retry}`);
      if (before !== processIds()) violations.push('A process of the shop was restarted.');
      figures.push({ what: 'requests answered 503 and retried', measured: sales.retries.length - others.length });
    };
  });
}
