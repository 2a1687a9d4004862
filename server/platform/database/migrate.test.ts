import { existsSync } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { connect } from './connect.ts';
import { type Migrations, schemaVersion, shopMigrations } from './migrate.ts';
import { readSnapshot } from './read-snapshot.ts';

const withNotes: Migrations = {
  ...shopMigrations,
  '9001-notes': { up: (db) => sql`alter table listings add column note text`.execute(db).then(() => undefined) },
};
const failing: Migrations = {
  ...withNotes,
  '9002-fails': {
    up: (db) => sql`create table notes (id text)`.execute(db).then(() => Promise.reject(new Error('no'))),
  },
};

onEachEngine('Migrations at the start', (shop) => {
  const database = () => shop.shop.settings.database;
  const copy = () => `${shop.directory}/shop.db.before-9001-notes`;
  const addListingAndCloseSqlite = async () => {
    await shop.listing('Moon');
    if (shop.engine === 'sqlite') await shop.shop.database.close();
  };
  const columns = () =>
    readSnapshot(database(), async (reader) => {
      const tables = await reader.introspection.getTables();
      return tables.flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`));
    });

  it('run once, are logged, and leave a copy of the old SQLite file', async () => {
    await addListingAndCloseSqlite();
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    await (await connect(database(), { migrations: withNotes, log })).close();
    expect(await columns()).toContain('listings.note');
    expect(lines).toEqual([expect.stringMatching(/9001-notes/)]);
    if (shop.engine === 'sqlite') {
      expect(lines).toEqual([expect.stringContaining(copy())]);
      expect((await stat(copy())).mode).toBe((await stat(`${shop.directory}/shop.db`)).mode);
      const kept = await connect({ engine: 'sqlite', file: copy() });
      expect(await kept.read.selectFrom('listings').select('name').execute()).toEqual([{ name: 'Moon' }]);
      await kept.close();
    }
    lines.length = 0;
    await (await connect(database(), { migrations: withNotes, log })).close();
    expect(lines).toEqual([]);
  });

  it('are refused to an older version of the shop in one line that names the copy to put back', async () => {
    await addListingAndCloseSqlite();
    await (await connect(database(), { migrations: withNotes })).close();
    const wayBack =
      shop.engine === 'sqlite' ? `put back the copy ${copy()}` : 'restore a backup that this version made';
    const own = Object.keys(shopMigrations).at(-1);
    const message = `The database is newer than this program: a newer version of the shop has migrated it to 9001-notes, and this one ends with ${own}. Start the newer version, or ${wayBack} (docs/go-back.md).`;
    await expect(connect(database())).rejects.toThrow(message);
    if (shop.engine !== 'sqlite') return;
    await rename(copy(), `${shop.directory}/shop.db`);
    const old = await connect(database());
    expect(await old.read.selectFrom('listings').select('name').execute()).toEqual([{ name: 'Moon' }]);
    await old.close();
  });

  it('change nothing if a later one fails', async () => {
    await addListingAndCloseSqlite();
    await expect(connect(database(), { migrations: failing })).rejects.toThrow('could not be brought up to date: no');
    expect(await readSnapshot(database(), schemaVersion)).toBe(Object.keys(shopMigrations).at(-1));
    expect(await columns()).not.toContain('listings.note');
    await (await connect(database())).close();
  });

  it('do not run if the copy of the SQLite file cannot be written', async () => {
    if (shop.engine !== 'sqlite') return;
    await addListingAndCloseSqlite();
    await mkdir(copy());
    await mkdir(`${copy()}/in the way`);
    await expect(connect(database(), { migrations: withNotes })).rejects.toThrow(/cannot be written/);
    expect(existsSync(`${copy()}.draft`)).toBe(false);
    expect(await columns()).not.toContain('listings.note');
  });
});
