import fs, { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { connect } from '#server/platform/database/connect.ts';
import { type Migrations, shopMigrations } from '#server/platform/database/migrate.ts';
import { temporaryFileName } from '#server/platform/object-storage/temporary-files.ts';
import { engines, fillShop, otherShopsOf, rowsOf } from '#server/testing/filled-shop.ts';
import { onEachEngine, onSqlite } from '#server/testing/shop.ts';
import { checkDatabase } from '../../../cli/invariants.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

onEachEngine('A backup', (shop) => {
  const file = () => join(shop.directory, 'kept.tar');
  const createOtherSettings = otherShopsOf(shop);

  it('can be restored into either engine with the same rows and files', async () => {
    const before = await fillShop(shop);
    const kept = await makeBackup(shop.shop.settings, file(), 1);
    expect(kept.missing).toEqual([]);
    expect(kept.media.map(({ name }) => name)).toEqual(before.files);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    for (const engine of engines) {
      const other = await createOtherSettings(engine);
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
    const other = await createOtherSettings(shop.engine);
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
    await expect(restoreBackup(await createOtherSettings('sqlite'), again)).rejects.toThrow(
      'by a newer version of the shop',
    );
  });

  it('overwrites no file and no database', async () => {
    await fillShop(shop);
    const { settings } = shop.shop;
    await makeBackup(settings, file(), 1);
    await expect(makeBackup(settings, file(), 1)).rejects.toThrow('is there already');
    const refusal = shop.engine === 'sqlite' ? 'is in use by another process' : 'The database is not empty';
    await expect(restoreBackup(settings, file())).rejects.toThrow(refusal);
    const other = await createOtherSettings(shop.engine);
    await restoreBackup(other, file());
    await expect(restoreBackup(other, file())).rejects.toThrow('The database is not empty');
    expect(await checkDatabase(other.database, join(other.dataDirectory, 'media'))).toEqual([]);
  });

  it('leaves no files when restoring it fails', async () => {
    await fillShop(shop);
    await makeBackup(shop.shop.settings, file(), 1);
    const other = await createOtherSettings(shop.engine);
    const failing = { ...shopMigrations, '9001-fails': { up: () => Promise.reject(new Error('no')) } };
    await expect(restoreBackup(other, file(), failing)).rejects.toThrow('could not be brought up to date');
    expect(await readdir(join(other.dataDirectory, 'media')).catch(() => [])).toEqual([]);
    await restoreBackup(other, file());
  });
});

// What happens to the files does not depend on the engine.
onSqlite('A backup', (shop) => {
  const file = () => join(shop.directory, 'kept.tar');
  const createOtherSettings = otherShopsOf(shop);

  it('overwrites no picture, and leaves what was there when it is refused', async () => {
    const { files } = await fillShop(shop);
    await makeBackup(shop.shop.settings, file(), 1);
    const other = await createOtherSettings(shop.engine);
    const present = join(other.dataDirectory, 'media', files.at(-1) ?? '');
    await mkdir(dirname(present), { recursive: true });
    await writeFile(present, 'another picture');
    await expect(restoreBackup(other, file())).rejects.toThrow('is there already with another content');
    expect(await readFile(present, 'utf8')).toBe('another picture');
    const media = join(other.dataDirectory, 'media');
    const left = await readdir(media, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toHaveLength(1);
  });

  it('that is restored removes what killed restores had unpacked, and nothing of one that is running', async () => {
    await fillShop(shop);
    await makeBackup(shop.shop.settings, file(), 1);
    const other = await createOtherSettings(shop.engine);
    const [machine, , , ...rest] = temporaryFileName().split('-');
    const stagingOf = async (process: number) => {
      const name = `restore-in-the-making-${[machine, process, '00000000', ...rest].join('-')}`;
      await mkdir(join(other.dataDirectory, name), { recursive: true });
      await writeFile(join(other.dataDirectory, name, 'users.jsonl.gz'), 'every address');
      return join(other.dataDirectory, name);
    };
    const [abandoned, running] = [await stagingOf(4_194_305), await stagingOf(process.ppid)];
    const ofEarlierVersion = join(other.dataDirectory, 'restore-in-the-making-abcdef');
    await mkdir(ofEarlierVersion);
    await utimes(ofEarlierVersion, 0, 0);
    await restoreBackup(other, file());
    expect([abandoned, running, ofEarlierVersion].map((path) => existsSync(path))).toEqual([false, true, false]);
  });

  it('is made without a picture whose file is lost, and lists it as missing', async () => {
    const { files } = await fillShop(shop);
    const [lost = ''] = files;
    await rm(join(shop.directory, 'media', lost));
    const { missing, media } = await makeBackup(shop.shop.settings, file(), 1);
    expect(missing).toEqual([lost]);
    expect(media).toHaveLength(files.length - 1);
  });

  it('that cannot be written fails without ending the process, even while its files are still being opened', async () => {
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

/** The tables that a restore fills from the backup. It writes certificate_numbers itself. */
const restored = (tables: readonly string[]) => tables.filter((name) => name !== 'certificate_numbers');

/** A restore ends all sessions, sign-ins that wait for a second factor, and the links of emails, so nobody is online. */
function afterRestore({ certificate_numbers: _, ...rows }: Record<string, string[]>): Record<string, string[]> {
  const users = (rows.users ?? []).map((row) => row.replace(/\["last_seen_at",\d+\]/, '["last_seen_at",0]')).toSorted();
  return { ...rows, users, sessions: [], sign_in_challenges: [], account_links: [] };
}
