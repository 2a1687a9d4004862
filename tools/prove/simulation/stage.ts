import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createCardCipher, createPresence, newUserRow } from '#server/accounts/accounts.ts';
import type { PasswordHasher } from '#server/accounts/password-hasher.ts';
import { createApp } from '#server/app.ts';
import { connect } from '#server/database/connect.ts';
import type { Database } from '#server/database/database.ts';
import { raiseRevision } from '#server/database/revision.ts';
import { createSeeded, type Seeded } from '#server/demo/seeded.ts';
import type { Mailer } from '#server/mail/mail.ts';
import { createMediaStore } from '#server/media/media-store.ts';
import { parseSettings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { createDoor, type Door } from '#server/testing/door.ts';
import type { Run } from '../proof.ts';
import { epoch, Names } from './names.ts';
import { firstAdmin, rightPassword } from './operations.ts';

/** The shop's real rules over a real database, where time, ids and the order of transactions are the simulation's. */
export interface Stage extends Door {
  readonly shop: Shop;
  names(): Names;
  /** Everything is gone but the first admin; what happens from now on depends on the seed alone. */
  clear(seed: number): Promise<void>;
  /** What the shop takes for now, milliseconds since the epoch of the simulation. */
  setTime(at: number): void;
  /** While `isMixed`, a transaction begins after as many turns of the event loop as chance has it. */
  mixTransactions(isMixed: boolean): void;
  close(): Promise<void>;
}

export async function openStage(run: Run): Promise<Stage> {
  const directory = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : run.directory, 'lacquer-simulation-'));
  const settings = parseSettings({
    DATA_DIR: directory,
    // Rules are tried here, not disks.
    DATABASE_URL: run.engine === 'sqlite' ? `file:${join(directory, 'shop.db')}` : await run.newDatabase(),
    DEMO: '0',
    CARD_KEY: '0'.repeat(64),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  });
  const database = await connect(settings.database);
  let [now, chance, isMixed, names] = [0, createSeeded(run.seed), false, new Names()];
  const clock = () => epoch + now;
  const randomBytesOf = (count: number) => chance.bytes(count);
  const mixed: Database = {
    ...database,
    write: async (work) => {
      if (isMixed) for (let turns = chance.below(6); turns > 0; turns -= 1) await setImmediate();
      return database.write(work);
    },
  };
  const log = pino({ level: settings.logLevel });
  const shop: Shop = {
    settings,
    database: mixed,
    clock,
    randomBytes: randomBytesOf,
    log,
    passwords: plainPasswords,
    cards: createCardCipher(randomBytes(32), randomBytesOf),
    presence: createPresence({ database, clock, log }),
    media: createMediaStore({ settings, database, clock, log }),
    mailer: noMail,
  };
  const app = await createApp(shop);
  await app.ready();
  // Requests that no socket carries: what is done to slow ones has nothing to end.
  app.server.removeAllListeners('clientError');
  return {
    ...createDoor(app),
    shop,
    names: () => names,
    async clear(seed) {
      [now, chance, isMixed, names] = [0, createSeeded(seed), false, new Names()];
      names.learn(firstAdmin.label, await openAnew(database, clock, chance));
    },
    setTime: (at) => {
      now = at;
    },
    mixTransactions: (wanted) => {
      isMixed = wanted;
    },
    async close() {
      await app.close();
      await Promise.all([shop.media.close(), shop.presence.close()]);
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What hashing costs and hides is no question here. */
const plainPasswords: PasswordHasher = {
  hash: async (password) => password,
  verify: async (password, encoded) => password === encoded,
};

const noMail: Mailer = {
  queueMail: async () => undefined,
  wake: () => undefined,
  forgetSent: async () => undefined,
  settled: async () => undefined,
  close: async () => undefined,
};

/** With these rows go those that belong to them. */
const tables = ['orders', 'users', 'listings', 'audit_entries'] as const;

/** Empties the shop, writes its first admin and answers the admin's id. */
async function openAnew(database: Database, clock: () => number, chance: Seeded): Promise<string> {
  const { email } = firstAdmin;
  const admin = newUserRow(
    { clock, randomBytes: (count) => chance.bytes(count) },
    { name: 'Shopkeeper', email, passwordHash: rightPassword, isAdmin: true },
  );
  await database.write(async (tx) => {
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(tx);
    await tx.insertInto('users').values(admin).execute();
    await raiseRevision(tx);
  });
  return admin.id;
}
