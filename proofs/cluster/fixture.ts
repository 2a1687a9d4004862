import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#server/testing/shop-process.ts';
import { createFixture, type Fixture } from '../load/fixture.ts';
import { until } from '../waiting.ts';
import { type FrontProxy, startNginx } from './nginx.ts';
import { removeAll, type Supervised, supervise } from './supervised.ts';

/** Several processes of the real program behind a real nginx, on one database with people and pieces. */
export interface ClusterFixture {
  fixture: Fixture;
  shops: readonly ShopOfCluster[];
  proxy: FrontProxy;
  close(): Promise<void>;
}

/** One of the processes that share a database, behind a socket that outlives it as systemd's would. */
interface ShopOfCluster {
  process: Supervised;
  /** Ends it and starts it again, as systemd would. Resolves when it listens. */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

interface ClusterFixtureOptions {
  databaseUrl: string;
  folder: string;
  processes: number;
  people: number;
  pieces: number;
  seed: number;
}

export async function openClusterFixture(options: ClusterFixtureOptions): Promise<ClusterFixture> {
  const { databaseUrl, folder, seed, people, pieces } = options;
  const fixture = await createFixture({ databaseUrl, directory: join(folder, 'data'), seed, people, pieces });
  const shops: ShopOfCluster[] = [];
  for (let count = 0; count < options.processes; count += 1) shops.push(await openShop(fixture));
  const ports = shops.map(({ process }) => process.port);
  const proxy = await startNginx(join(folder, 'nginx'), ports);
  return {
    ...{ fixture, shops, proxy },
    async close() {
      await proxy.process.remove();
      for (const { process } of shops) await process.remove();
    },
  };
}

/** Needs a build. */
async function openShop({ databaseUrl, directory }: Fixture): Promise<ShopOfCluster> {
  const shop = await supervise({
    program: [process.execPath, join(root, 'server', 'main.ts')],
    directory: root,
    listens: true,
    environment: {
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: directory, DEMO: '0', LOG_LEVEL: 'error', TRUST_PROXY: '1' },
      ...{ HOLD_MINUTES: '60', RATE_LIMITS: 'off' },
    },
  });
  const untilOpen = async () => {
    await until(() => shop.pid() === 0 || / is open at /.test(shop.output()), 'the shop opens');
    if (shop.pid() === 0) throw new Error(`The shop ended: ${shop.output()}`);
  };
  await untilOpen();
  return {
    process: shop,
    async restart(signal) {
      await shop.end(signal);
      await shop.start();
      await untilOpen();
    },
  };
}

/** A folder that every account may enter, for the time of `work`. */
export async function withFolder<Answer>(work: (folder: string) => Promise<Answer>): Promise<Answer> {
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'lacquer-cluster-'));
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // After Ctrl-C the programs end before their folder is removed: PostgreSQL is found by a file in it.
  let leaving: Promise<never> | null = null;
  const leave = () => {
    leaving ??= removeAll().then(() => {
      remove();
      process.exit(130);
    });
  };
  process.on('SIGINT', leave).on('SIGTERM', leave);
  try {
    return await work(folder);
  } catch (error) {
    // An error caused by the removal need not be reported.
    if (leaving !== null) return await leaving;
    throw error;
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    remove();
  }
}
