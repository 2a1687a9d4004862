import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openShop, owner, type ShopProcess } from '#server/testing/shop-process.ts';
import { findFreePort } from '../scripts/free-port.ts';
import { demoShopDirectory } from './demo-shop.ts';

/** The real server, started as `npm start` does, with its own database and files. */
export interface RunningShop {
  /** The origin, without a trailing slash. */
  address: string;
  /** The address, and the origins of pages that the shop sends buyers to. */
  origins: readonly string[];
  admin: { email: string; password: string };
  /** The server's DATA_DIR, which contains the email it would send. */
  directory: string;
  /** Stops the server with SIGTERM. Throws if it does not stop cleanly, or if its log contains an error. */
  stop(): Promise<void>;
}

/** The level `error` of pino. */
const errorLevel = 50;

interface ShopOptions {
  /** The host name in the PUBLIC_URL of the shop; by default its IP address. */
  publicHost?: string;
  /** Further environment variables. */
  settings?: Readonly<Record<string, string>>;
  /** Origins of pages that the shop sends buyers to. */
  origins?: readonly string[];
}

type ShopFixture = [
  (others: object, use: (shop: RunningShop) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
];

/**
 * The fixture `shop`: a running shop for all tests of a worker. Tests whose settings would disturb others extend `test` with one of
 * their own.
 */
export function shopFixture(options: ShopOptions = {}): ShopFixture {
  return [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures this one depends on.
    async ({}, use) => {
      const shop = await startShop(options);
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ];
}

/** Starts a server on a free port, with the demo unless `DEMO` is 0, and waits until it accepts requests. */
export async function startShop({
  publicHost,
  settings: further,
  origins = [],
}: ShopOptions = {}): Promise<RunningShop> {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-shop-'));
  const removeDirectory = () => rm(directory, { recursive: true, force: true });
  try {
    // PORT=0 is not used, because canonical URLs contain the configured port.
    const port = String(await findFreePort());
    const publicUrl = publicHost && `http://${publicHost}:${port}`;
    const settings = {
      PORT: port,
      DEMO: '1',
      RATE_LIMITS: 'on',
      ...(publicUrl && { PUBLIC_URL: publicUrl }),
      ...further,
    };
    if (settings.DEMO === '1') await cp(demoShopDirectory(), directory, { recursive: true });
    const shop = await openShop({ databaseUrl: `file:${directory}/shop.db`, directory, settings });
    const stop = () => stopShop(shop).finally(removeDirectory);
    const address = publicUrl ?? shop.address;
    return { address, origins: [address, ...origins], admin: owner, directory, stop };
  } catch (reason) {
    await removeDirectory();
    throw reason;
  }
}

async function stopShop(shop: ShopProcess): Promise<void> {
  const code = await shop.stop();
  if (code !== 0) throw new Error(`The shop ended with ${code}:\n${shop.output()}`);
  const errors = errorsIn(shop.output());
  if (errors.length > 0) throw new Error(`The shop's log holds errors:\n${errors.join('\n')}`);
}

function errorsIn(log: string): string[] {
  return log.split('\n').filter((line) => {
    const [, level] = /^\{"level":(\d+)/.exec(line) ?? [];
    return Number(level) >= errorLevel;
  });
}
