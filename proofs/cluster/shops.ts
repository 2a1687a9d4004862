import { join } from 'node:path';
import { owner, root } from '#server/testing/shop-process.ts';
import { type Supervised, supervise, until } from './supervised.ts';

/** One of the processes that share a database, behind a socket that outlives it as systemd's would. */
export interface SharingShop {
  process: Supervised;
  /** Past the proxy, straight to it. */
  address: string;
  /** As `systemctl restart`: SIGTERM, and again. Resolves when it listens. */
  restart(): Promise<void>;
  /** As a kernel that kills it under `Restart=always`: SIGKILL, and again at once. Resolves when it listens. */
  killAndRestart(): Promise<void>;
}

export interface SharingShopOptions {
  databaseUrl: string;
  /** DATA_DIR, the same of all: pictures and the key of the payment details are files in it. */
  directory: string;
  settings?: Readonly<Record<string, string>>;
}

/** Resolves when all of them listen: the real program, so many times. Needs a build. */
export async function openShops(
  count: number,
  { databaseUrl, directory, settings = {} }: SharingShopOptions,
): Promise<SharingShop[]> {
  const shops: SharingShop[] = [];
  // One after another: the first migrates the database.
  for (let index = 0; index < count; index += 1) {
    const process = await supervise({
      program: [globalThis.process.execPath, join(root, 'server', 'main.ts')],
      directory: root,
      listens: true,
      environment: {
        DATABASE_URL: databaseUrl,
        DATA_DIR: directory,
        DEMO: '0',
        ADMIN_EMAIL: owner.email,
        ADMIN_PASSWORD: owner.password,
        LOG_LEVEL: 'error',
        TRUST_PROXY: '1',
        HOLD_MINUTES: '60',
        ...settings,
      },
    });
    await untilOpen(process);
    shops.push({
      process,
      address: `http://127.0.0.1:${process.port}`,
      restart: () => again(process, 'SIGTERM'),
      killAndRestart: () => again(process, 'SIGKILL'),
    });
  }
  return shops;
}

async function again(process: Supervised, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await process.end(signal);
  await process.start();
  await untilOpen(process);
}

async function untilOpen(process: Supervised): Promise<void> {
  await until(() => process.pid() === 0 || / is open at /.test(process.output()), 'the shop opens');
  if (process.pid() === 0) throw new Error(`The shop ended: ${process.output()}`);
}
