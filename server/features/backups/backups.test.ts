import fs, { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { create, extract } from 'tar';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { connect } from '#server/platform/database/connect.ts';
import type { Engine } from '#server/platform/database/database.ts';
import { dataTables } from '#server/platform/database/dialect.ts';
import { type Migrations, shopMigrations } from '#server/platform/database/migrate.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import { reportsOf } from '#server/testing/condition-reports.ts';
import { createDatabases, type Databases } from '#server/testing/databases.ts';
import { type Person, password } from '#server/testing/people.ts';
import { intakeOf } from '#server/testing/photographs.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { checkDatabase } from '../../../cli/invariants.ts';
import { makeBackup } from './make-backup.ts';
import { moveShop } from './move-shop.ts';
import { restoreBackup } from './restore-backup.ts';

const engines: readonly Engine[] = ['sqlite', 'postgres'];

onEachEngine('A backup', (shop) => {
  let databases: Record<Engine, Databases>;
  const file = () => join(shop.directory, 'kept.tar');
  beforeEach(() => {
    const of = (engine: Engine) => createDatabases(engine, shop.directory, () => inject('postgresUrl'));
    databases = { sqlite: of('sqlite'), postgres: of('postgres') };
  });
  afterEach(() => databases.postgres.removeAll());
  const elsewhere = async (engine: Engine) =>
    settingsOf(await databases[engine].create(), join(shop.directory, `${engine} elsewhere`));

  it('can be restored into either engine with the same rows and files', async () => {
    const before = await fillShop(shop);
    const kept = await makeBackup(shop.shop.settings, file(), 1);
    expect(kept.missing).toEqual([]);
    expect(kept.media.map(({ name }) => name)).toEqual(before.files);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    for (const engine of engines) {
      const other = await elsewhere(engine);
      expect(await restoreBackup(other, file())).toEqual(kept);
      expect(await rowsOf(other, restored(before.tables))).toEqual(afterRestore(before.rows));
      expect(await checkDatabase(other.database, join(other.dataDirectory, 'media'))).toEqual([]);
      for (const name of before.files)
        expect(await readFile(join(other.dataDirectory, 'media', name))).toEqual(
          await readFile(join(shop.directory, 'media', name)),
        );
      expect((await readdir(other.dataDirectory)).filter((name) => name.includes('making'))).toEqual([]);
    }
    expect((await readdir(shop.directory)).filter((name) => name.includes('making'))).toEqual([]);
  });

  it('of an older schema is migrated when it is restored, and one of a newer schema is refused', async () => {
    const { rows, tables } = await fillShop(shop);
    await makeBackup(shop.shop.settings, file(), 1);
    const other = await elsewhere(shop.engine);
    await restoreBackup(other, file(), withOneMore);
    const database = await connect(other.database, { migrations: withOneMore });
    const { rows: notes } = await sql`select note from listings where id = 'moon'`.execute(database.read);
    await database.close();
    expect(notes).toEqual([{ note: 'Moon, noted' }]);
    const stay = restored(tables).filter((table) => table !== 'listings');
    expect(await rowsOf(other, stay)).toEqual(
      afterRestore(Object.fromEntries(stay.map((name) => [name, rows[name] ?? []]))),
    );

    // A schema that this program does not know is refused.
    const again = join(shop.directory, 'newer.tar');
    await makeBackup(other, again, 1);
    await expect(restoreBackup(await elsewhere('sqlite'), again)).rejects.toThrow('of a newer version of the shop');
  });

  it('overwrites no file and no database', async () => {
    await fillShop(shop);
    const { settings } = shop.shop;
    await makeBackup(settings, file(), 1);
    await expect(makeBackup(settings, file(), 1)).rejects.toThrow('is there already');
    const refusal = shop.engine === 'sqlite' ? 'is in use by another process' : 'The database is not empty';
    await expect(restoreBackup(settings, file())).rejects.toThrow(refusal);
    const other = await elsewhere(shop.engine);
    await restoreBackup(other, file());
    await expect(restoreBackup(other, file())).rejects.toThrow('The database is not empty');
    expect(await checkDatabase(other.database, join(other.dataDirectory, 'media'))).toEqual([]);
  });

  it('overwrites no picture, and leaves what was there when it is refused', async () => {
    const { files } = await fillShop(shop);
    await makeBackup(shop.shop.settings, file(), 1);
    const other = await elsewhere(shop.engine);
    const present = join(other.dataDirectory, 'media', files.at(-1) ?? '');
    await mkdir(dirname(present), { recursive: true });
    await writeFile(present, 'another picture');
    await expect(restoreBackup(other, file())).rejects.toThrow('is there already with another content');
    expect(await readFile(present, 'utf8')).toBe('another picture');
    const media = join(other.dataDirectory, 'media');
    const left = await readdir(media, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toHaveLength(1);
  });

  it('that was killed while it was restored leaves nothing readable behind the next restore', async () => {
    await fillShop(shop);
    await makeBackup(shop.shop.settings, file(), 1);
    const other = await elsewhere(shop.engine);
    const abandoned = join(other.dataDirectory, 'restore-in-the-making-abcdef');
    await mkdir(abandoned, { recursive: true });
    await writeFile(join(abandoned, 'decrypted.tar'), 'every address');
    await restoreBackup(other, file());
    expect(existsSync(abandoned)).toBe(false);
  });

  it('is refused before anything is written when it is damaged', async () => {
    await fillShop(shop);
    await makeBackup(shop.shop.settings, file(), 1);
    const other = await elsewhere(shop.engine);
    for (const [what, damage, sentence] of damages) {
      const damaged = join(shop.directory, `${what}.tar`);
      await copyFile(file(), damaged);
      await damage(damaged, join(shop.directory, `${what} unpacked`));
      await expect(restoreBackup(other, damaged), what).rejects.toThrow(sentence);
      expect(existsSync(join(other.dataDirectory, 'media')), what).toBe(false);
    }
    await restoreBackup(other, file());
  });

  it('is made without a picture whose file is lost, and lists it as missing', async () => {
    const { files } = await fillShop(shop);
    const [lost = ''] = files;
    await rm(join(shop.directory, 'media', lost));
    const { missing, media } = await makeBackup(shop.shop.settings, file(), 1);
    expect(missing).toEqual([lost]);
    expect(media).toHaveLength(files.length - 1);
  });

  it('that cannot be written fails without ending the process, even where its files are still being opened', async () => {
    const failed = Promise.withResolvers<void>();
    const { open } = fs;
    const delayed: Promise<void>[] = [];
    using _delay = vi.spyOn(fs, 'open').mockImplementation((...parameters) => {
      // tar opens what it packs with 'r'; the files of the tables are written by the same function.
      const [path, flags]: unknown[] = parameters;
      if (flags === 'r' && String(path).includes('/tables/'))
        delayed.push(failed.promise.then(() => open(...parameters)));
      else open(...parameters);
    });
    await expect(makeBackup(shop.shop.settings, join(shop.directory, 'no folder', 'kept.tar'), 1)).rejects.toThrow(
      'ENOENT',
    );
    failed.resolve();
    await Promise.all(delayed);
    expect(delayed.length).toBeGreaterThan(0);
  });

  it('leaves no files when restoring it fails', async () => {
    await fillShop(shop);
    await makeBackup(shop.shop.settings, file(), 1);
    const other = await elsewhere(shop.engine);
    const failing = { ...shopMigrations, '9001-fails': { up: () => Promise.reject(new Error('no')) } };
    await expect(restoreBackup(other, file(), failing)).rejects.toThrow('could not be brought up to date');
    expect(await readdir(join(other.dataDirectory, 'media')).catch(() => [])).toEqual([]);
    await restoreBackup(other, file());
  });

  it('is not the only way: a shop moves to either engine with the same rows', async () => {
    const { rows, tables } = await fillShop(shop);
    const { database } = shop.shop.settings;
    if (database.engine === 'sqlite') {
      await expect(moveShop(database, database)).rejects.toThrow('is in use by another process');
      await shop.shop.database.close();
    }
    for (const engine of engines) {
      const target = await elsewhere(engine);
      const moved = await moveShop(database, target.database);
      expect([...moved.keys()].toSorted()).toEqual(tables);
      expect(await rowsOf(target, tables)).toEqual(rows);
      await expect(moveShop(database, target.database)).rejects.toThrow('The database is not empty');
    }
    expect(await rowsOf(shop.shop.settings, tables)).toEqual(rows);
  });
});

const withOneMore: Migrations = {
  ...shopMigrations,
  '9001-note': {
    async up(db) {
      await sql`alter table listings add column note text`.execute(db);
      await sql`update listings set note = name || ', noted'`.execute(db);
    },
  },
};

const lastStep = Object.keys(shopMigrations).at(-1) ?? '';

type Damage = (file: string, unpacked: string) => Promise<void>;

const damages: [what: string, damage: Damage, sentence: RegExp][] = [
  [
    'a row',
    changing('tables/listings.jsonl.gz', swap('Moon', 'Noon')),
    /tables\/listings.jsonl.gz has its rows are not/,
  ],
  ['a number', changing('tables/listings.jsonl.gz', swap(',10000,', ',10001,')), /price_cents sums to/],
  ['a missing row', changing('tables/users.jsonl.gz', (text) => text.slice(text.indexOf('\n') + 1)), /rows instead of/],
  ['a table that is no text', replacing('tables/users.jsonl.gz', Buffer.from('x')), /users.jsonl.gz cannot be read/],
  ['a picture', replacing('media', Buffer.from('x')), /has another hash/],
  ['a missing table', removing('tables/holds.jsonl.gz'), /tables\/holds.jsonl.gz is not in it/],
  [
    'the list of contents',
    changing('manifest.json', swap(lastStep, lastStep.toUpperCase())),
    /Its list of contents is damaged/,
  ],
  ['a missing list of contents', removing('manifest.json'), /is no backup of the shop/],
  ['an unexpected file', adding('tables/../../stranger'), /is no backup of the shop/],
  ['a missing end', (file) => cutting(file), /damaged|not whole|no backup/],
  ['no tar file at all', (file) => writeFile(file, 'Dear diary'), /no backup of the shop/],
];

function swap(from: string, to: string) {
  return (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };
}

function changing(name: string, change: (text: string) => string): Damage {
  return repacking(async (unpacked) => {
    const path = join(unpacked, name);
    const bytes = await readFile(path);
    const isPacked = name.endsWith('.gz');
    const changed = change((isPacked ? gunzipSync(bytes) : bytes).toString());
    await writeFile(path, isPacked ? gzipSync(changed) : changed);
  });
}

/** `media` replaces one of the pictures. */
function replacing(name: string, bytes: Buffer): Damage {
  return repacking(async (unpacked) => {
    const [picture = ''] = (await readdir(join(unpacked, 'media'), { recursive: true })).filter((path) =>
      /\./.test(path),
    );
    await writeFile(join(unpacked, name === 'media' ? join('media', picture) : name), bytes);
  });
}

function removing(name: string): Damage {
  return repacking((unpacked) => rm(join(unpacked, name)));
}

function adding(name: string): Damage {
  return repacking((unpacked) => writeFile(join(unpacked, name.replaceAll('/', '_')), 'stranger'));
}

async function cutting(file: string): Promise<void> {
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 4_096));
}

function repacking(change: (unpacked: string) => Promise<void>): Damage {
  return async (file, unpacked) => {
    await mkdir(unpacked);
    await extract({ file, cwd: unpacked });
    await change(unpacked);
    const entries = await readdir(unpacked, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    await create(
      { file, cwd: unpacked, portable: true },
      paths.map((path) => path.slice(unpacked.length + 1)),
    );
  };
}

/** Fills most tables, with unusual texts, a picture of a listing, another one of a condition report, one that waits in the intake, and a logo. Returns the tables, their rows and the media files. */
async function fillShop(shop: TestShop) {
  const [anna, admin] = [await shop.customer('Anna'), await shop.admin()];
  await shop.shop.media.keepLogo(await picture(40));
  const { photograph, issued } = reportsOf(shop);
  const images = [await photograph(40)];
  const moon = await shop.listing('Moon', { images, story: 'Line\u2028separator\nand end, “Sơn mài” 漆 𝄞 \\ "' });
  await issued(admin.token, moon.id);
  await intakeOf(shop, admin).sendAll('waiting.jpg');
  await shop.buy(anna, moon);
  await shop.call('addToCart', { token: anna.token, body: { listingId: (await shop.listing('Carp')).id } });
  await shop.call('updateProfile', { token: anna.token, body: { cardNumber: '4242 4242 4242 4242' } });
  await opensChallenge(shop, admin);
  await shop.call('signOut', { token: admin.token });
  // Wait for pending writes: emails are marked as sent, presence and counts of visits are stored.
  await shop.shop.mailer.settled();
  await shop.shop.presence.flush();
  await shop.shop.visits.flush();
  const tables = (await dataTables(shop.shop.database.read)).map(({ name }) => name).toSorted();
  const entries = await readdir(join(shop.directory, 'media'), { recursive: true });
  const files = entries.filter((path) => /^[0-9a-f]{32}.\w+\.\w+$/.test(path)).toSorted();
  return { tables, files, rows: await rowsOf(shop.shop.settings, tables) };
}

/** The admin signs in with the password, and has not given the code of the authenticator app yet. */
async function opensChallenge(shop: TestShop, { token, email }: Person) {
  const { key } = (await shop.call('beginAuthenticatorApp', { token })).body;
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  await shop.call('enableAuthenticatorApp', { token, body: { code } });
  const { body } = await shop.call('authenticate', { body: { mode: 'signin', email, password } });
  expect(body.challenge).toBeTruthy();
}

const picture = (width: number) =>
  sharp({ create: { width, height: 20, channels: 3, background: '#7a1f1f' } })
    .png()
    .toBuffer();

const settingsOf = (url: string, dataDirectory: string): Settings =>
  parseSettings({ DATABASE_URL: url, DATA_DIR: dataDirectory });

/** The tables that a restore fills from the backup. It writes the other one itself. */
const restored = (tables: readonly string[]) => tables.filter((name) => name !== 'certificate_numbers');

/** A restore ends all sessions, sign-ins that wait for a second factor, and the links of emails, so nobody is online. */
function afterRestore({ certificate_numbers: _, ...rows }: Record<string, string[]>): Record<string, string[]> {
  const users = (rows.users ?? []).map((row) => row.replace(/\["last_seen_at",\d+\]/, '["last_seen_at",0]')).toSorted();
  return { ...rows, users, sessions: [], sign_in_challenges: [], account_links: [] };
}

/** Every row of each table, as text, sorted. */
async function rowsOf(
  { database }: Pick<Settings, 'database'>,
  tables: readonly string[],
): Promise<Record<string, string[]>> {
  return readSnapshot(database, async (reader) => {
    const all: Record<string, string[]> = {};
    for (const name of tables) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(reader);
      all[name] = rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
    }
    return all;
  });
}
