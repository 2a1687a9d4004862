import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject } from 'vitest';
import { connect } from '#server/platform/database/connect.ts';
import type { Engine } from '#server/platform/database/database.ts';
import { administer } from './databases.ts';
import { type OpenTestShop, openTestShop, type TestShop } from './open-shop.ts';

export type { TestShop };

type Environment = Record<string, string>;

/**
 * Defines the same tests on SQLite and on PostgreSQL. Every test gets a new, empty `shop`:
 *
 *   onEachEngine('A cart', (shop) => { it('keeps …', async () => { const anna = await shop.customer('Anna'); … }) })
 */
export function onEachEngine(name: string, tests: (shop: TestShop) => void, environment: Environment = {}): void {
  describe.each<Engine>(['sqlite', 'postgres'])(`${name} (%s)`, (engine) => {
    let open: OpenTestShop | undefined;
    let template = '';
    beforeAll(async () => {
      if (engine === 'postgres') template = await createTemplate();
    });
    beforeEach(async () => {
      open = await openOnEngine(engine, template, environment);
    });
    afterEach(async () => {
      await open?.close();
      open = undefined;
    });
    afterAll(async () => {
      if (template) await administer(inject('postgresUrl'), `drop database if exists ${template} with (force)`);
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

async function openOnEngine(engine: Engine, template: string, environment: Environment): Promise<OpenTestShop> {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-test-'));
  if (engine === 'sqlite') return openTestShop({ databaseUrl: `file:${directory}/shop.db`, directory, environment });

  const databaseName = `shop_${randomBytes(6).toString('hex')}`;
  await administer(inject('postgresUrl'), `create database ${databaseName} template ${template}`);
  const shop = await openTestShop({ databaseUrl: postgresUrl(databaseName), directory, environment });
  return {
    ...shop,
    async close() {
      await shop.close();
      await administer(inject('postgresUrl'), `drop database if exists ${databaseName} with (force)`);
    },
  };
}

/** Creates a migrated, empty database, of which each test gets a copy. */
async function createTemplate(): Promise<string> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  await administer(inject('postgresUrl'), `create database ${name}`);
  const database = await connect({ engine: 'postgres', url: postgresUrl(name) });
  await database.close();
  return name;
}

function postgresUrl(databaseName: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${databaseName}`;
  return url.href;
}
