import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, inject } from 'vitest';
import type { Engine } from '#server/platform/database/database.ts';
import { createEmptyDatabases } from './empty-databases.ts';
import { type OpenTestShop, openTestShop, type TestShop } from './open-shop.ts';

export type { TestShop };

type Environment = Record<string, string>;

const databases = createEmptyDatabases(() => inject('postgresUrl'));

/**
 * Defines the same tests on SQLite and on PostgreSQL. Every test gets a new, empty `shop`:
 *
 *   onEachEngine('A cart', (shop) => { it('keeps …', async () => { const anna = await shop.customer('Anna'); … }) })
 */
export function onEachEngine(name: string, tests: (shop: TestShop) => void, environment: Environment = {}): void {
  describe.each<Engine>(['sqlite', 'postgres'])(`${name} (%s)`, (engine) => {
    let open: OpenTestShop | undefined;
    let databaseUrl = '';
    beforeEach(async () => {
      const directory = await mkdtemp(join(tmpdir(), 'lacquer-test-'));
      databaseUrl = await databases.take(engine, directory);
      open = await openTestShop({ databaseUrl, directory, environment });
    });
    afterEach(async () => {
      await open?.close();
      open = undefined;
      await databases.giveBack(databaseUrl);
    });
    tests(
      new Proxy({} as TestShop, {
        // Tests are defined before a shop is open, so each access goes to the shop of the current test.
        get: (_target, key) => {
          if (!open) throw new Error('The shop is open inside tests only');
          return Reflect.get(open, key);
        },
      }),
    );
  });
}
