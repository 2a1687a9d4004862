import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { multistream, pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject } from 'vitest';
import { createCardCipher } from '#server/accounts/card-cipher.ts';
import { createPasswordHasher } from '#server/accounts/password-hasher.ts';
import { createPresence } from '#server/accounts/presence.ts';
import { createApp } from '#server/app.ts';
import { connect } from '#server/database/connect.ts';
import type { Engine } from '#server/database/database.ts';
import { createMailer } from '#server/mail/mail.ts';
import { createMediaStore } from '#server/media/media-store.ts';
import { parseSettings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { createDoor, type Door } from './door.ts';
import { createPeople, type People } from './people.ts';

/** A shop that opens for one test: real database, real app, its own time. */
export interface TestShop extends Door, People {
  readonly engine: Engine;
  readonly shop: Shop;
  /** A directory of this test's own. */
  readonly directory: string;
  /** Everything that was logged at LOG_LEVEL or above; only errors are shown in the tests' own output. */
  logged(): string;
  /** Moves the shop's clock. */
  passTime(milliseconds: number): void;
}

type Environment = Record<string, string>;

/**
 * The same tests on SQLite and on PostgreSQL. `shop` is a new, empty one in every test:
 *
 *   onEachEngine('A cart', (shop) => { it('keeps …', async () => { const anna = await shop.customer('Anna'); … }) })
 */
export function onEachEngine(name: string, tests: (shop: TestShop) => void, environment: Environment = {}): void {
  describe.each<Engine>(['sqlite', 'postgres'])(`${name} (%s)`, (engine) => {
    let open: (TestShop & { close(): Promise<void> }) | undefined;
    let template = '';
    beforeAll(async () => {
      if (engine === 'postgres') template = await createTemplate();
    });
    beforeEach(async () => {
      open = await openTestShop(engine, template, environment);
    });
    afterEach(async () => {
      await open?.close();
      open = undefined;
    });
    afterAll(async () => {
      if (template) await administer(`drop database if exists ${template} with (force)`);
    });
    tests(
      new Proxy({} as TestShop, {
        // The tests are written before the shop of the moment is opened; each access asks the one that is open.
        get: (_target, key) => {
          if (!open) throw new Error('The shop is open inside tests only');
          return Reflect.get(open, key);
        },
      }),
    );
  });
}

async function openTestShop(engine: Engine, template: string, environment: Environment) {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-test-'));
  const databaseName = `shop_${randomBytes(6).toString('hex')}`;
  if (engine === 'postgres') await administer(`create database ${databaseName} template ${template}`);
  const settings = parseSettings({
    DATA_DIR: directory,
    DATABASE_URL: engine === 'postgres' ? postgresUrl(databaseName) : `file:${directory}/shop.db`,
    PUBLIC_URL: 'https://shop.test',
    CARD_KEY: randomBytes(32).toString('hex'),
    DEMO: '0',
    LOG_LEVEL: 'error',
    ...environment,
  });
  let passed = 0;
  const clock = () => Date.now() + passed;
  const database = await connect(settings.database);
  const lines: string[] = [];
  const collected = { write: (line: string) => lines.push(line) };
  const log = pino(
    { level: settings.logLevel },
    multistream([
      { level: 'trace', stream: collected },
      { level: 'error', stream: process.stdout },
    ]),
  );
  const shop: Shop = {
    settings,
    database,
    clock,
    randomBytes,
    log,
    // The real algorithm at a fraction of its cost: what it costs is no question of these tests.
    passwords: createPasswordHasher({ randomBytes, memory: 64, passes: 1 }),
    cards: createCardCipher(settings.cardKey ?? randomBytes(32), randomBytes),
    presence: createPresence({ database, clock, log }),
    media: createMediaStore({ settings, database, clock, log }),
    mailer: createMailer({ settings, database, clock, log, randomBytes }),
  };
  const app = await createApp(shop);
  await app.ready();
  const door = createDoor(app);
  return {
    engine,
    shop,
    directory,
    ...door,
    ...createPeople(shop, door),
    logged: () => lines.join(''),
    passTime(milliseconds: number) {
      passed += milliseconds;
    },
    async close() {
      await app.close();
      await Promise.all([shop.media.close(), shop.mailer.close(), shop.presence.close()]);
      await database.close();
      await rm(directory, { recursive: true, force: true });
      if (engine === 'postgres') await administer(`drop database if exists ${databaseName} with (force)`);
    },
  };
}

/** A migrated, empty database that each test's own is copied from. */
async function createTemplate(): Promise<string> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name}`);
  const database = await connect({ engine: 'postgres', url: postgresUrl(name) });
  await database.close();
  return name;
}

function postgresUrl(databaseName: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${databaseName}`;
  return url.href;
}

/** The name of a database cannot be bound; it is made of hex digits above. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
