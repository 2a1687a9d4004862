import { join } from 'node:path';
import { keeper, root } from '../prove/shop-process.ts';
import { type Kept, keep, until } from './kept.ts';

/** One of the processes that share a database, behind a socket that outlives it as systemd's would. */
export interface SharingShop {
  process: Kept;
  /** Past the proxy, straight to it. */
  address: string;
  /** As `systemctl restart`: SIGTERM, and again. Answers when its door is open. */
  restart(): Promise<void>;
  /** As a kernel that kills it under `Restart=always`: SIGKILL, and again at once. Answers when its door is open. */
  killAndRestart(): Promise<void>;
}

export interface SharingShopOptions {
  databaseUrl: string;
  /** DATA_DIR, the same of all: pictures and the key of the payment details are files in it. */
  directory: string;
  settings?: Readonly<Record<string, string>>;
}

/** Answers when all doors are open: the real program, so many times. Needs a build. */
export async function openShops(
  count: number,
  { databaseUrl, directory, settings = {} }: SharingShopOptions,
): Promise<SharingShop[]> {
  const shops: SharingShop[] = [];
  // One after another: the first migrates the database.
  for (let index = 0; index < count; index += 1) {
    const process = await keep({
      program: [globalThis.process.execPath, join(root, 'server', 'main.ts')],
      directory: root,
      listens: true,
      environment: {
        DATABASE_URL: databaseUrl,
        DATA_DIR: directory,
        DEMO: '0',
        ADMIN_EMAIL: keeper.email,
        ADMIN_PASSWORD: keeper.password,
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

async function again(process: Kept, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await process.end(signal);
  await process.start();
  await untilOpen(process);
}

async function untilOpen(process: Kept): Promise<void> {
  await until(() => process.pid() === 0 || / is open at /.test(process.said()), 'the shop opens');
  if (process.pid() === 0) throw new Error(`The shop ended: ${process.said()}`);
}
