import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sealedColumns } from '#server/features/accounts/accounts.queries.ts';
import { loadCardKeys } from '#server/features/accounts/accounts.ts';
import { createCardCipher } from '#server/features/accounts/card-cipher.ts';
import { cardKeyId, createCardKeys } from '#server/features/accounts/card-keys.ts';
import { connect } from '#server/platform/database/connect.ts';
import type { Database, Engine } from '#server/platform/database/database.ts';
import { parseSettings } from '#server/settings.ts';
import type { ApiClient } from '#server/testing/api-client.ts';
import { createDatabases, type Databases } from '#server/testing/databases.ts';
import { connectQuickly } from '#server/testing/empty-sqlite.ts';
import { type OpenTestShop, openTestShop } from '#server/testing/open-shop.ts';
import { postgresUrl } from '#server/testing/postgres-url.ts';
import { runHere, runProgram } from '#server/testing/programs.ts';

const dieAtStep = join(import.meta.dirname, '..', 'proofs', 'crash', 'die-at-step.ts');

/** Customers who are written into the database before the rotation, besides those who use the shop meanwhile. */
const quietCustomers = 200;
/** Every tenth of the quiet customers has an authenticator app with the key `appKey`. */
const appEvery = 10;
const appKey = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

describe.each<Engine>(['sqlite', 'postgres'])('./lacquer rotate-key, beside a shop on %s', (engine) => {
  let directory = '';
  let databaseUrl = '';
  let databases: Databases;
  const shops: OpenTestShop[] = [];
  let database: Database;
  let environment: Record<string, string> = {};

  const keyFile = () => join(directory, 'card.key');
  /** Opens shops in this process. They read their keys from the settings and the key file, as a start does. */
  const open = async (count: number, more: Record<string, string> = {}) => {
    environment = { DATABASE_URL: databaseUrl, DATA_DIR: directory, ...more };
    const settings = parseSettings(environment);
    for (let number = 1; number <= count; number += 1) {
      const opened = await connectQuickly(settings.database);
      const keys = await loadCardKeys(settings, opened, randomBytes).catch(async (error: unknown) => {
        await opened.close();
        throw error;
      });
      const cards = createCardCipher(keys, randomBytes);
      shops.push(
        await openTestShop({
          databaseUrl,
          directory: join(directory, 'files'),
          database: opened,
          replace: () => ({ cards }),
        }),
      );
    }
    database = await connect(settings.database, { besideShop: true });
  };
  const close = async () => {
    for (const shop of shops.splice(0)) await shop.close();
    await database.close();
  };
  const rotated = () => runHere('cli/rotate-key.ts', [], environment);
  const rotatedByProgram = () => runProgram('cli/rotate-key.ts', [], environment);

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lacquer-rotation-'));
    databases = createDatabases(engine, directory, postgresUrl);
    databaseUrl = await databases.create();
  });
  afterEach(async () => {
    await close();
    await databases.removeAll();
    await rm(directory, { recursive: true, force: true });
  });

  it('changes nothing for customers, also when it is killed and run again, and leaves nothing under the old key', {
    timeout: 120_000,
  }, async () => {
    await open(engine === 'postgres' ? 2 : 1);
    await shops[0]?.customer('Anna');
    const oldKey = await readFile(keyFile(), 'utf8');
    await insertQuietCustomers(database, Buffer.from(oldKey.trim(), 'hex'));
    const load = useCards(shops);
    // After the two transactions that begin the rotation and encrypt the first customers.
    const dying = { NODE_OPTIONS: `--import=${dieAtStep}`, DIE_BEFORE: '^commit$', DIE_AT: '3' };
    const killed = await runProgram('cli/rotate-key.ts', [], { ...environment, ...dying });
    expect(killed).toEqual({ code: null, output: '' });
    expect(await countSealedWith(database, secondLineOf(keyFile()))).toBeGreaterThan(0);
    expect(await countSealedWith(database, secondLineOf(keyFile()))).toBeLessThan(quietCustomers);
    expect((await readFile(keyFile(), 'utf8')).startsWith(oldKey)).toBe(true);

    const runs = await Promise.all([rotatedByProgram(), rotatedByProgram()]);
    expect(runs).toEqual([
      { code: 0, output: expect.stringContaining('encrypted with the new key') },
      { code: 0, output: expect.stringContaining('encrypted with the new key') },
    ]);
    expect(await load.end()).toEqual({ failures: [], saved: expect.toSatisfy((count) => count > 0) });

    const newKey = await readFile(keyFile(), 'utf8');
    expect(newKey).toMatch(/^[0-9a-f]{64}\n$/);
    expect(newKey).not.toBe(oldKey);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    const key = Buffer.from(newKey.trim(), 'hex');
    expect(await readableWith(database, key)).toEqual({
      readable: quietCustomers + shops.length * 3,
      apps: quietCustomers / appEvery,
      others: 0,
    });
    expect(await readableWith(database, Buffer.from(oldKey.trim(), 'hex'))).toMatchObject({ readable: 0, apps: 0 });
  });

  it('refuses when a card number fits no key, and then keeps both keys', { timeout: 60_000 }, async () => {
    await open(1);
    await shops[0]?.customer('Anna');
    const oldKey = await readFile(keyFile(), 'utf8');
    await insertQuietCustomers(database, randomBytes(32), 1);
    expect(await rotated()).toEqual({
      code: 1,
      output: 'cardNumber of user quiet-000 cannot be decrypted with any key. Both keys stay.\n',
    });
    expect(await readFile(keyFile(), 'utf8')).toMatch(new RegExp(`^${oldKey}[0-9a-f]{64}\n$`));
  });

  it('needs CARD_KEY_NEXT if the key is the setting CARD_KEY', { timeout: 120_000 }, async () => {
    const [CARD_KEY, CARD_KEY_NEXT] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
    await open(1, { CARD_KEY });
    await shops[0]?.customer('Anna');
    expect(await rotated()).toEqual({ code: 1, output: expect.stringMatching(/^Set CARD_KEY_NEXT to a new key/) });
    await close();
    await open(1, { CARD_KEY, CARD_KEY_NEXT });
    await insertQuietCustomers(database, Buffer.from(CARD_KEY, 'hex'), 3);
    expect(await rotated()).toEqual({
      code: 0,
      output: expect.stringContaining('Now set CARD_KEY to the value of CARD_KEY_NEXT, and remove CARD_KEY_NEXT.'),
    });
    await close();
    await expect(open(1, { CARD_KEY })).rejects.toThrow('is not the key that the card data');
    await open(1, { CARD_KEY: CARD_KEY_NEXT });
    expect(await readableWith(database, Buffer.from(CARD_KEY_NEXT, 'hex'))).toEqual({
      readable: 3,
      apps: 1,
      others: 0,
    });
  });
});

/** The new key, which is on the second line of the key file during a rotation; null if there is none. */
function secondLineOf(file: string): Promise<Buffer | null> {
  return readFile(file, 'utf8').then((text) => {
    const line = text.split('\n')[1];
    return line ? Buffer.from(line, 'hex') : null;
  });
}

async function countSealedWith(database: Database, key: Promise<Buffer | null>): Promise<number> {
  const wanted = await key;
  if (!wanted) return 0;
  const rows = await database.read
    .selectFrom('users')
    .select('id')
    .where('card_number_sealed', 'like', `v2.${cardKeyId(wanted)}.%`)
    .where('id', 'like', 'quiet-%')
    .execute();
  return rows.length;
}

async function insertQuietCustomers(database: Database, key: Buffer, count = quietCustomers): Promise<void> {
  const cipher = createCardCipher(createCardKeys([key]), randomBytes);
  const template = await database.read.selectFrom('users').selectAll().limit(1).executeTakeFirstOrThrow();
  await database.write(async (tx) => {
    for (let number = 0; number < count; number += 1) {
      const id = `quiet-${String(number).padStart(3, '0')}`;
      const email = `${id}@example.com`;
      const sealed = cipher.seal(id, 'cardNumber', '4242424242424242');
      // Every second value has the form that was written before keys had ids.
      const card_number_sealed = number % 2 === 0 ? sealed : sealed.replace(/^v2\.\w+\./, 'v1.');
      await tx
        .insertInto('users')
        .values({ ...template, id, email, email_folded: email, role: null, card_number_sealed })
        .execute();
      if (number % appEvery !== 0) continue;
      const key_sealed = cipher.seal(id, 'authenticatorKey', appKey);
      const app = { last_counter: 0, created_at: 1, enabled_at: 1, last_used_at: null };
      await tx
        .insertInto('authenticator_apps')
        .values({ user_id: id, key_sealed, ...app })
        .execute();
    }
  });
}

/** Three customers for each client save and read their cards until `end`, one call after the other. */
function useCards(clients: readonly ApiClient[]) {
  let isEnding = false;
  let saved = 0;
  const failures: string[] = [];
  const use = async (client: ApiClient, reader: ApiClient, name: string) => {
    const body = { mode: 'register' as const, name, email: `${name}@example.com`, password: 'a secret password' };
    const { token } = (await client.call('authenticate', { body })).body;
    while (!isEnding) {
      const cardNumber = `4242 ${randomBytes(3).readUIntBE(0, 3)} 0000`;
      const written = await client.call('updateProfile', { token, body: { cardNumber } });
      if (written.status !== 200) failures.push(`saving: ${written.status} ${JSON.stringify(written.body)}`);
      const read = await reader.call('getProfile', { token, query: { include: 'card' } });
      if (read.body?.user?.cardNumber !== cardNumber) failures.push(`reading: ${read.status} ${read.body?.message}`);
      saved += 1;
      // Without pauses they would only slow the rotation down.
      await pause(20);
    }
  };
  const all = clients.flatMap((client, index) =>
    [1, 2, 3].map((number) => use(client, clients[(index + 1) % clients.length] ?? client, `busy-${index}-${number}`)),
  );
  return {
    async end() {
      isEnding = true;
      await Promise.all(all);
      return { failures, saved };
    },
  };
}

/** How many card numbers and keys of apps this key decrypts, and how many values it does not. */
async function readableWith(database: Database, key: Buffer) {
  const cipher = createCardCipher(createCardKeys([key]), randomBytes);
  const count = { readable: 0, apps: 0, others: 0 };
  for (const row of await database.read.selectFrom('users').selectAll().execute()) {
    if (row[sealedColumns.cardNumber] === '') continue;
    try {
      cipher.open(row.id, 'cardNumber', row[sealedColumns.cardNumber]);
      count.readable += 1;
    } catch {
      count.others += 1;
    }
  }
  for (const { user_id, key_sealed } of await database.read.selectFrom('authenticator_apps').selectAll().execute()) {
    try {
      count.apps += cipher.open(user_id, 'authenticatorKey', key_sealed) === appKey ? 1 : 0;
    } catch {
      count.others += 1;
    }
  }
  return count;
}
