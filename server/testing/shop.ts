import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe } from 'vitest';
import type { Engine } from '#server/platform/database/database.ts';
import { createEmptyDatabases } from './empty-databases.ts';
import { type OpenTestShop, openTestShop, type TestShop, type TestShopOptions } from './open-shop.ts';
import { postgresUrl } from './postgres-url.ts';

export type { TestShop };

type Environment = Record<string, string>;

const databases = createEmptyDatabases(postgresUrl);

/**
 * Defines the same tests on SQLite and on PostgreSQL. Every test gets a new, empty `shop`:
 *
 *   onEachEngine('A cart', (shop) => { it('keeps …', async () => { const anna = await shop.customer('Anna'); … }) })
 */
export function onEachEngine(name: string, tests: (shop: TestShop) => void, environment: Environment = {}): void {
  onEachEngineWith(name, (database) => openTestShop({ ...database, environment }), tests);
}

/**
 * Like `onEachEngine`, but only on SQLite: for tests that do not depend on the database, such as drawing, decoding, wording and HTTP. Every
 * statement that they reach has to be reached by a test on both engines, too.
 */
export function onSqlite(name: string, tests: (shop: TestShop) => void, environment: Environment = {}): void {
  onEngines(['sqlite'], name, (database) => openTestShop({ ...database, environment }), tests);
}

/** Like `onEachEngine`, with a shop that `open` opens. */
export function onEachEngineWith<Open extends OpenTestShop>(
  name: string,
  open: OpenOn<Open>,
  tests: (shop: Open) => void,
): void {
  onEngines(['sqlite', 'postgres'], name, open, tests);
}

type OpenOn<Open> = (database: Pick<TestShopOptions, 'databaseUrl' | 'database' | 'directory'>) => Promise<Open>;

function onEngines<Open extends OpenTestShop>(
  engines: readonly Engine[],
  name: string,
  open: OpenOn<Open>,
  tests: (shop: Open) => void,
): void {
  // It starts while the tests on SQLite run. Who needs it learns of a failure.
  if (engines.includes('postgres')) postgresUrl().catch(() => undefined);
  describe.each(engines)(`${name} (%s)`, (engine) => {
    let shop: Open | undefined;
    let databaseUrl = '';
    beforeEach(async () => {
      const directory = await mkdtemp(join(tmpdir(), 'lacquer-test-'));
      const taken = await databases.take(engine, directory);
      databaseUrl = taken.databaseUrl;
      shop = await open({ ...taken, directory });
    });
    afterEach(async () => {
      await shop?.close();
      shop = undefined;
      await databases.giveBack(databaseUrl);
    });
    tests(
      new Proxy({} as Open, {
        // Tests are defined before a shop is open, so each access goes to the shop of the current test.
        get: (_target, key) => {
          if (!shop) throw new Error('The shop is open inside tests only');
          return Reflect.get(shop, key);
        },
      }),
    );
  });
}
