import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Logger, multistream, pino } from 'pino';
import { createApp } from '#server/app.ts';
import { assembleShop, closeShop } from '#server/assemble-shop.ts';
import { createCardKeys } from '#server/features/accounts/accounts.ts';
import type { Database, Engine } from '#server/platform/database/database.ts';
import { logOptions } from '#server/platform/log-options.ts';
import { parseSettings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { type ApiClient, createInjectedClient } from './api-client.ts';
import { connectQuickly } from './empty-sqlite.ts';
import { createPeople, type People } from './people.ts';

/** A shop for one test, with a real database, the real app and a clock of its own. */
export interface TestShop extends ApiClient, People {
  readonly engine: Engine;
  readonly shop: Shop;
  readonly app: FastifyInstance;
  /** A directory that only this test uses. */
  readonly directory: string;
  /** All log lines at LOG_LEVEL or above. The output of the tests shows only errors. */
  logged(): string;
  /** Listens on a port, which `call` and `request` do not use, and returns the address without a trailing slash. */
  listen(): Promise<string>;
  /** Moves the shop's clock forward. */
  passTime(milliseconds: number): void;
}

export interface OpenTestShop extends TestShop, AsyncDisposable {
  /** Closes the shop and removes its directory. */
  close(): Promise<void>;
}

export interface TestShopOptions {
  databaseUrl: string;
  /** The open database at `databaseUrl`, if there is one already. The shop closes it. */
  database?: Database;
  directory: string;
  /** Environment variables, which override those of openTestShop(). */
  environment?: Readonly<Record<string, string>>;
  /** Epoch milliseconds; the system clock by default. */
  clock?: () => number;
  randomBytes?: (count: number) => Buffer;
  /** Returns parts that replace the shop's own. */
  replace?: (shop: Shop) => Partial<Shop>;
  /** Adds routes before the app is ready. */
  addRoutes?: (app: FastifyInstance, shop: Shop) => Promise<unknown>;
}

/**
 * Environment of a shop that sends its emails by SMTP. No server listens at this address, so the emails stay in the outbox, where
 * tests read them.
 */
export const withMail = { SMTP_URL: 'smtp://127.0.0.1:9' };

/** Opens a shop for a test or program. It does not depend on a test runner. */
export async function openTestShop(options: TestShopOptions): Promise<OpenTestShop> {
  const { databaseUrl, directory, environment, addRoutes } = options;
  const parsed = parseSettings({
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://shop.test',
    CARD_KEY: randomBytes(32).toString('hex'),
    DEMO: '0',
    LOG_LEVEL: 'error',
    ...environment,
  });
  // The real algorithm at a fraction of its cost, as with passwords below.
  const nightlyBackups = parsed.nightlyBackups && { ...parsed.nightlyBackups, workFactor: 10 };
  // Admins stay signed in, however far a test moves the clock.
  const adminSessions = { unused: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY };
  const settings = { ...parsed, nightlyBackups, adminSessions };
  let passed = 0;
  const now = options.clock ?? Date.now;
  const clock = () => now() + passed;
  const lines: string[] = [];
  const assembled = assembleShop({
    settings,
    database: options.database ?? (await connectQuickly(settings.database)),
    log: collectingLog(settings.logLevel, lines),
    cardKeys: createCardKeys([settings.cardKey ?? randomBytes(32)]),
    clock,
    ...(options.randomBytes && { randomBytes: options.randomBytes }),
    // The real algorithm at a fraction of its cost, to keep tests fast.
    passwordCost: { memory: 64, passes: 1 },
    onWriteInRead: (error) => {
      throw error;
    },
  });
  const shop = { ...assembled, ...options.replace?.(assembled) };
  const app = await createApp(shop);
  await addRoutes?.(app, shop);
  await app.ready();
  const client = createInjectedClient(app);
  const close = async () => {
    await app.close();
    await closeShop(shop);
    // An email may still be written when the shop has been closed.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    engine: settings.database.engine,
    shop,
    app,
    directory,
    ...client,
    ...createPeople(shop, client),
    logged: () => lines.join(''),
    listen: () => listenOn(app),
    passTime(milliseconds: number) {
      passed += milliseconds;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function listenOn(app: FastifyInstance): Promise<string> {
  // biome-ignore lint/nursery/useAwaitThenable: Fastify's chain is a thenable that Biome does not see
  await app.listen({ port: 0, host: '127.0.0.1' });
  // The address is a string only for a pipe, and the app listens on a port.
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

function collectingLog(level: string, lines: string[]): Logger {
  const collected = { write: (line: string) => lines.push(line) };
  return pino(
    logOptions(level),
    multistream([
      { level: 'trace', stream: collected },
      { level: 'error', stream: process.stdout },
    ]),
  );
}
