import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { atMost } from '../proof.ts';
import { startHaproxy } from './engine/haproxy.ts';
import { primaryOf, untilWhole } from './engine/members.ts';
import { type Node, startNodes } from './engine/nodes.ts';
import { type ClusterFixture, openClusterFixture } from './fixture.ts';
import { databaseLost, type Interruptions } from './processes/interruptions.ts';
import type { RunOptions } from './processes.ts';
import { longestPause, pauseAfter } from './sales.ts';
import { type Supervised, until } from './supervised.ts';
import type { Findings } from './table.ts';

/** After the loss of the primary the shop sells again within so many seconds. A primary that hangs is noticed later, by a timeout alone. */
const sellingAgain = { killed: 30, hangs: 45 };
const meanwhile = 3_000;
const buyers = 6;
/** More than they buy in one round. */
const piecesPerRound = 4_000;

/** Three PostgreSQL nodes under Patroni with etcd, HAProxy before them, the shop's processes before that: the primary is lost. */
export async function tryEngine({ folder, seed, rounds, processes, log }: RunOptions): Promise<Findings[]> {
  log('three nodes find their primary');
  const nodes = await startNodes(folder);
  let haproxy: { process: Supervised; url(database: string): string } | null = null;
  let cluster: ClusterFixture | null = null;
  try {
    await untilWhole(nodes.all);
    haproxy = await startHaproxy(join(folder, 'haproxy'), nodes.all);
    // Before its first look HAProxy takes every node for the primary.
    const { url } = haproxy;
    await until(() => createDatabase(url('postgres'), 'lacquer'), 'HAProxy finds the primary', { every: 200 });
    const databaseUrl = haproxy.url('lacquer');
    const share = piecesPerRound * rounds;
    cluster = await openClusterFixture({
      databaseUrl,
      folder,
      processes,
      seed,
      people: buyers,
      pieces: 2 * share,
      settings: { RATE_LIMITS: 'off' },
    });
    const losing: Losing = { cluster, rounds, share, allSales: [], nodes: nodes.all, log };
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
    await cluster?.close();
    await haproxy?.process.remove();
    await nodes.remove();
  }
}

interface Losing extends Interruptions {
  nodes: readonly Node[];
  log(line: string): void;
}

interface Loss {
  /** Seconds. */
  sellingAgain: number;
  lose(node: Node): Promise<void>;
  bringBack(node: Node): Promise<void>;
}

/** Under buying load: nothing that was acknowledged is lost, and no process of the shop is touched. */
function primaryLost(part: string, losing: Losing, loss: Loss): Promise<Findings> {
  const { rounds, nodes, log } = losing;
  return databaseLost(part, losing, async (sales, { figures }) => {
    const pauses: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await pause(meanwhile);
      const primary = await primaryOf(nodes);
      log(`${part}: ${primary.name}`);
      const lostAt = performance.now();
      await loss.lose(primary);
      // What was under way may still have been answered: the pause is looked for after it.
      await pause(1_000);
      const since = performance.now();
      const sellsAgain = () => pauseAfter(sales, since) < Number.POSITIVE_INFINITY;
      await until(sellsAgain, 'the shop sells again', { patience: 120_000 });
      await pause(meanwhile);
      pauses.push(longestPause(sales, lostAt));
      await loss.bringBack(primary);
      await untilWhole(nodes);
    }
    await pause(meanwhile);
    figures.push({ what: 'primaries lost', measured: rounds });
    figures.push(atMost(loss.sellingAgain, 'without a sale, longest', Math.max(...pauses) / 1_000, 's'));
    figures.push({ what: 'without a sale, shortest', measured: Math.min(...pauses) / 1_000, unit: 's' });
  });
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
