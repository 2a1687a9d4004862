import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startHaproxy } from './engine/haproxy.ts';
import { primaryOf, untilWhole } from './engine/members.ts';
import { type Node, startNodes } from './engine/nodes.ts';
import { type Kept, until } from './kept.ts';
import { closeBooks, type Interruptions, sellAgain } from './processes/interruptions.ts';
import type { RunOptions } from './processes.ts';
import { openStage, type Stage } from './stage.ts';
import type { Findings } from './table.ts';
import { longestPause, pauseAfter } from './trade.ts';

/** With the primary gone, somebody is told yes again within so long; seconds. One that hangs is noticed later, by silence alone. */
const sellingAgain = { killed: 30, hangs: 45 };
const meanwhile = 3_000;
const buyers = 6;
/** More than they buy in one round. */
const piecesPerRound = 4_000;

/** Three PostgreSQL nodes under Patroni with etcd, HAProxy before them, the shop's processes before that: the primary is lost. */
export async function tryEngine({ folder, seed, rounds, processes, say }: RunOptions): Promise<Findings[]> {
  say('three nodes find their primary');
  const nodes = await startNodes(folder);
  let haproxy: { process: Kept; url(database: string): string } | null = null;
  let stage: Stage | null = null;
  try {
    await untilWhole(nodes.all);
    haproxy = await startHaproxy(join(folder, 'haproxy'), nodes.all);
    // Before its first look HAProxy takes every node for the primary.
    const { url } = haproxy;
    await until(() => createDatabase(url('postgres'), 'lacquer'), 'HAProxy finds the primary', { every: 200 });
    const databaseUrl = haproxy.url('lacquer');
    const share = piecesPerRound * rounds;
    stage = await openStage({
      databaseUrl,
      folder,
      processes,
      seed,
      people: buyers,
      pieces: 2 * share,
      settings: { RATE_LIMITS: 'off' },
    });
    const losing: Losing = { stage, rounds, share, trades: [], nodes: nodes.all, say };
    return [
      await primaryLost('primary killed', losing, {
        sellingAgain: sellingAgain.killed,
        lose: (node) => node.kill(),
        bringBack: (node) => node.start(),
      }),
      await primaryLost('primary hangs', losing, {
        sellingAgain: sellingAgain.hangs,
        lose: async (node) => node.freeze(),
        bringBack: async (node) => node.thaw(),
      }),
    ];
  } finally {
    await stage?.close();
    await haproxy?.process.remove();
    await nodes.remove();
  }
}

interface Losing extends Interruptions {
  nodes: readonly Node[];
  say(line: string): void;
}

interface Loss {
  /** Seconds. */
  sellingAgain: number;
  lose(node: Node): Promise<void>;
  bringBack(node: Node): Promise<void>;
}

/** Under buying load: nothing that was acknowledged is lost, and no process of the shop is touched. */
async function primaryLost(part: string, losing: Losing, loss: Loss): Promise<Findings> {
  const { stage, rounds, trades, nodes, say } = losing;
  const findings: Findings = { part, figures: [], violations: [] };
  const before = stage.processIds();
  const trade = sellAgain(losing);
  const pauses: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await pause(meanwhile);
    const primary = await primaryOf(nodes);
    say(`${part}: ${primary.name}`);
    const lostAt = performance.now();
    await loss.lose(primary);
    // What was under way may still have been answered: the pause is looked for after it.
    await pause(1_000);
    const since = performance.now();
    await until(() => pauseAfter(trade, since) < Number.POSITIVE_INFINITY, 'the shop sells again', {
      patience: 120_000,
    });
    await pause(meanwhile);
    pauses.push(longestPause(trade, lostAt));
    await loss.bringBack(primary);
    await untilWhole(nodes);
  }
  await pause(meanwhile);
  await trade.end();
  const others = trade.hitches.filter((hitch) => !hitch.startsWith('503'));
  for (const hitch of others) findings.violations.push(`While there was no primary somebody was answered: ${hitch}`);
  if (before.join() !== stage.processIds().join()) findings.violations.push('A process of the shop was started anew.');
  findings.figures.push({ what: 'primaries lost', measured: rounds });
  findings.figures.push({
    what: 'without a sale, longest',
    measured: Math.max(...pauses) / 1_000,
    unit: 's',
    wanted: { atMost: loss.sellingAgain },
  });
  findings.figures.push({ what: 'without a sale, shortest', measured: Math.min(...pauses) / 1_000, unit: 's' });
  findings.figures.push({ what: 'answers 503 meanwhile', measured: trade.hitches.length - others.length });
  await closeBooks(stage, { trade, trades }, findings);
  return findings;
}

/** False where the connection led to a standby, or nowhere. */
async function createDatabase(url: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`create database ${name}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
