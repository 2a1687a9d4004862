import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Logger, multistream, pino } from 'pino';
import { createApp } from '#server/app.ts';
import { assembleShop, closeShop } from '#server/assemble-shop.ts';
import { connect } from '#server/database/connect.ts';
import type { Engine } from '#server/database/database.ts';
import { parseSettings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { createDoor, type Door } from './door.ts';
import { createPeople, type People } from './people.ts';

/** A shop that opens for one test: real database, real app, its own time. */
export interface TestShop extends Door, People {
  readonly engine: Engine;
  readonly shop: Shop;
  readonly app: FastifyInstance;
  /** A directory of this test's own. */
  readonly directory: string;
  /** Everything that was logged at LOG_LEVEL or above; only errors are shown in the tests' own output. */
  logged(): string;
  /** Opens a port, for what `call` and `request` do not go through; answers its address, without a trailing slash. */
  listen(): Promise<string>;
  /** Moves the shop's clock. */
  passTime(milliseconds: number): void;
}

export interface OpenTestShop extends TestShop {
  /** Removes the directory, too. */
  close(): Promise<void>;
}

export interface TestShopOptions {
  databaseUrl: string;
  directory: string;
  /** More settings, or others than a test's. */
  environment?: Readonly<Record<string, string>>;
  /** Epoch milliseconds; the system's unless given. */
  clock?: () => number;
  randomBytes?: (count: number) => Buffer;
  /** More addresses than the API's, before the app is ready. */
  furnish?: (app: FastifyInstance, shop: Shop) => Promise<void>;
}

/** Knows no test runner: a program may open one, too. */
export async function openTestShop(options: TestShopOptions): Promise<OpenTestShop> {
  const { databaseUrl, directory, environment, furnish } = options;
  const settings = parseSettings({
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://shop.test',
    CARD_KEY: randomBytes(32).toString('hex'),
    DEMO: '0',
    LOG_LEVEL: 'error',
    ...environment,
  });
  let passed = 0;
  const now = options.clock ?? Date.now;
  const clock = () => now() + passed;
  const lines: string[] = [];
  const shop = assembleShop({
    settings,
    database: await connect(settings.database),
    log: collectingLog(settings.logLevel, lines),
    cardKey: settings.cardKey ?? randomBytes(32),
    clock,
    ...(options.randomBytes && { randomBytes: options.randomBytes }),
    // The real algorithm at a fraction of its cost: what it costs is no question of these tests.
    passwordCost: { memory: 64, passes: 1 },
  });
  const app = await createApp(shop);
  await furnish?.(app, shop);
  await app.ready();
  const door = createDoor(app);
  return {
    engine: settings.database.engine,
    shop,
    app,
    directory,
    ...door,
    ...createPeople(shop, door),
    logged: () => lines.join(''),
    listen: () => listenOn(app),
    passTime(milliseconds: number) {
      passed += milliseconds;
    },
    async close() {
      await app.close();
      await closeShop(shop);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function listenOn(app: FastifyInstance): Promise<string> {
  // biome-ignore lint/nursery/useAwaitThenable: Fastify's chain is a thenable that Biome does not see
  await app.listen({ port: 0, host: '127.0.0.1' });
  // Listening on a port: the address is never a pipe's name.
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

function collectingLog(level: string, lines: string[]): Logger {
  const collected = { write: (line: string) => lines.push(line) };
  return pino(
    { level },
    multistream([
      { level: 'trace', stream: collected },
      { level: 'error', stream: process.stdout },
    ]),
  );
}
