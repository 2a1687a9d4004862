import { setTimeout as pause } from 'node:timers/promises';
import type { ThrowawayPostgres } from '../../throwaway-postgres.ts';
import { ask } from '../ask.ts';
import { audit } from '../books.ts';
import { until } from '../kept.ts';
import type { Stage } from '../stage.ts';
import type { Findings } from '../table.ts';
import { pauseAfter, startTrade, type Trade, wordsOf } from '../trade.ts';

/** Before, between and after what happens; milliseconds. */
const meanwhile = 2_000;
/** The database's return is noticed within so long (CONTRACT.md, The process), milliseconds. */
const recovery = 5_000;

export interface Interruptions {
  stage: Stage;
  rounds: number;
  /** So many pieces for each of `trades`. */
  share: number;
  /** All sales there ever were: the books at the end are compared with these. */
  trades: Trade[];
}

/** SIGKILL of one process after the other under buying load; the init system starts it again. Clients ask again with their key. */
export async function processesKilled({ stage, rounds, share, trades }: Interruptions): Promise<Findings> {
  const findings: Findings = { part: 'one process killed', figures: [], violations: [] };
  const trade = sellAgain({ stage, share, trades });
  for (let round = 0; round < rounds; round += 1)
    for (const shop of stage.shops) {
      await pause(meanwhile * (0.5 + stage.scene.random.below(1_000) / 1_000));
      await shop.killAndRestart();
    }
  await pause(meanwhile);
  await trade.end();
  findings.figures.push({ what: 'kills', measured: rounds * stage.shops.length });
  await closeBooks(stage, { trade, trades }, findings);
  findings.figures.push({ what: 'requests that were asked again', measured: trade.hitches.length });
  return findings;
}

/** SIGTERM and a new start, one process after the other, under buying and reading load: not one request fails, none is repeated. */
export async function rollingRestart({ stage, rounds, share, trades }: Interruptions): Promise<Findings> {
  const findings: Findings = { part: 'rolling restart', figures: [], violations: [] };
  const trade = sellAgain({ stage, share, trades });
  const reading = readAll(stage);
  const restartedAfter: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const shop of stage.shops) {
      await pause(meanwhile / 2);
      const begun = performance.now();
      await shop.restart();
      restartedAfter.push(performance.now() - begun);
    }
  await pause(meanwhile / 2);
  const { looks, failures, slowest } = await reading.end();
  await trade.end();
  for (const hitch of [...failures, ...trade.hitches]) findings.violations.push(`A request failed: ${hitch}`);
  findings.figures.push({ what: 'restarts', measured: restartedAfter.length });
  findings.figures.push({
    what: 'failed requests',
    measured: failures.length + trade.hitches.length,
    wanted: { atMost: 0 },
  });
  findings.figures.push({ what: 'pages and listings read meanwhile', measured: looks });
  findings.figures.push({ what: 'slowest of these', measured: slowest, unit: 'ms' });
  findings.figures.push({ what: 'restart, slowest', measured: Math.max(...restartedAfter), unit: 'ms' });
  await closeBooks(stage, { trade, trades }, findings);
  return findings;
}

/** PostgreSQL killed and started again under buying load: 503 meanwhile, and no process of the shop is touched. */
export async function databaseRestarted(
  { stage, rounds, share, trades }: Interruptions,
  postgres: ThrowawayPostgres,
): Promise<Findings> {
  const findings: Findings = { part: 'PostgreSQL restarted', figures: [], violations: [] };
  const before = stage.processIds();
  const trade = sellAgain({ stage, share, trades });
  const sellingAfter: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await pause(meanwhile);
    await postgres.crash();
    await pause(meanwhile / 2);
    await postgres.restart();
    const back = performance.now();
    await until(() => pauseAfter(trade, back) < Number.POSITIVE_INFINITY, 'the shop sells again');
    sellingAfter.push(pauseAfter(trade, back));
  }
  await pause(meanwhile);
  await trade.end();
  const others = trade.hitches.filter((hitch) => !hitch.startsWith('503'));
  for (const hitch of others) findings.violations.push(`While the database was away somebody was answered: ${hitch}`);
  if (before.join() !== stage.processIds().join()) findings.violations.push('A process of the shop was started anew.');
  findings.figures.push({ what: 'restarts of the database', measured: rounds });
  findings.figures.push({ what: 'answers 503 meanwhile', measured: trade.hitches.length - others.length });
  findings.figures.push({
    what: 'selling again after its return, slowest',
    measured: Math.max(...sellingAfter),
    unit: 'ms',
    wanted: { atMost: recovery },
  });
  await closeBooks(stage, { trade, trades }, findings);
  return findings;
}

/** With pieces that no earlier sale was about. */
export function sellAgain({ stage: { scene, proxy }, share, trades }: Omit<Interruptions, 'rounds'>): Trade {
  const first = trades.length * share;
  const pieces = scene.pieces.slice(first, first + share);
  const trade = startTrade({ address: proxy.address, buyers: scene.people, pieces });
  trades.push(trade);
  return trade;
}

interface Books {
  /** The sales that are told of. */
  trade: Trade;
  trades: readonly Trade[];
}

export async function closeBooks(stage: Stage, { trade, trades }: Books, findings: Findings): Promise<void> {
  const { scene, proxy, databaseUrl } = stage;
  const found = await audit(proxy.address, { buyers: scene.people, trades, databaseUrl });
  findings.figures.push({ what: 'orders acknowledged', measured: trade.purchases.length });
  findings.figures.push({ what: 'of all acknowledged orders lost', measured: found.lost, wanted: { atMost: 0 } });
  findings.figures.push({
    what: 'orders twice, or that nobody asked for',
    measured: found.twice,
    wanted: { atMost: 0 },
  });
  findings.violations.push(...trade.violations, ...found.violations);
}

function readAll({ proxy, scene }: Stage) {
  const paths = ['/', '/api/listings?page=1&pageSize=20', `/product/${scene.pieces[0]?.id}`, '/api/health'];
  const read = { looks: 0, slowest: 0, failures: [] as string[] };
  let isOver = false;
  const reading = paths.map(async (path) => {
    while (!isOver) {
      const begun = performance.now();
      const reply = await ask(proxy.address + path);
      read.slowest = Math.max(read.slowest, performance.now() - begun);
      read.looks += 1;
      if (reply.status !== 200) read.failures.push(`${path} was answered ${wordsOf(reply)}`);
      await pause(10);
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(reading);
      return read;
    },
  };
}
