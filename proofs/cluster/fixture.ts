import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFixture, type Fixture } from '../load/fixture.ts';
import { type FrontProxy, startNginx } from './nginx.ts';
import { openShops, type SharingShop } from './shops.ts';
import { removeAll } from './supervised.ts';

/** Several processes of the real program behind a real nginx, on one database with people and pieces. */
export interface ClusterFixture {
  fixture: Fixture;
  shops: readonly SharingShop[];
  proxy: FrontProxy;
  databaseUrl: string;
  /** Of every process of the shop, in their order: its process id, as long as it runs. */
  processIds(): number[];
  close(): Promise<void>;
}

export interface ClusterFixtureOptions {
  databaseUrl: string;
  folder: string;
  processes: number;
  people: number;
  pieces: number;
  seed: number;
  settings?: Readonly<Record<string, string>>;
}

export async function openClusterFixture(options: ClusterFixtureOptions): Promise<ClusterFixture> {
  const { databaseUrl, folder, seed, people, pieces, settings = {} } = options;
  const directory = join(folder, 'data');
  const fixture = await createFixture({ databaseUrl, directory, seed, people, pieces });
  const shops = await openShops(options.processes, { databaseUrl, directory, settings });
  const proxy = await startNginx(
    join(folder, 'nginx'),
    shops.map(({ process }) => process.port),
  );
  return {
    fixture,
    shops,
    proxy,
    databaseUrl,
    processIds: () => shops.map(({ process }) => process.pid()),
    async close() {
      await proxy.process.remove();
      for (const { process } of shops) await process.remove();
    },
  };
}

/** A folder that every account may enter, for as long as `work` takes. */
export async function withFolder<Answer>(work: (folder: string) => Promise<Answer>): Promise<Answer> {
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'lacquer-cluster-'));
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // A Ctrl-C ends what is supervised before its folder goes: PostgreSQL is found by a file in it.
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
