import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Scene, setScene } from '../prove/crash/scene.ts';
import { removeAll } from './kept.ts';
import { type FrontDoor, startNginx } from './nginx.ts';
import { openShops, type SharingShop } from './shops.ts';

/** Several processes of the real program behind a real nginx, on one database with people and pieces. */
export interface Stage {
  scene: Scene;
  shops: readonly SharingShop[];
  proxy: FrontDoor;
  databaseUrl: string;
  /** Of every process of the shop, in their order: who it is, as long as it lives. */
  processIds(): number[];
  close(): Promise<void>;
}

export interface StageOptions {
  databaseUrl: string;
  folder: string;
  processes: number;
  people: number;
  pieces: number;
  seed: number;
  settings?: Readonly<Record<string, string>>;
}

export async function openStage(options: StageOptions): Promise<Stage> {
  const { databaseUrl, folder, seed, people, pieces, settings = {} } = options;
  const directory = join(folder, 'data');
  const scene = await setScene({ databaseUrl, directory, seed, people, pieces });
  const shops = await openShops(options.processes, { databaseUrl, directory, settings });
  const proxy = await startNginx(
    join(folder, 'nginx'),
    shops.map(({ process }) => process.port),
  );
  return {
    scene,
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
  // A Ctrl-C ends what is kept before its folder goes: PostgreSQL is found by a file in it.
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
    // What was taken from under it need not be told.
    if (leaving !== null) return await leaving;
    throw error;
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    remove();
  }
}
