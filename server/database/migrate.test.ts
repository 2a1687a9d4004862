import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';
import { readBeside } from './beside.ts';
import { connect } from './connect.ts';
import { type Migrations, schemaOf, shopMigrations } from './migrate.ts';

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

onEachEngine('A newer schema', (shop) => {
  const place = () => shop.shop.settings.database;
  const copy = () => `${shop.directory}/shop.db.before-9001-notes`;
  const closed = async () => {
    await shop.piece('Moon');
    if (shop.engine === 'sqlite') await shop.shop.database.close();
  };
  const columns = () =>
    readBeside(place(), async (reader) => {
      const tables = await reader.introspection.getTables();
      return tables.flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`));
    });

  it('is taken at the start, told, and kept a copy before', async () => {
    await closed();
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    await (await connect(place(), { migrations: withNotes, say })).close();
    expect(await columns()).toContain('listings.note');
    expect(said).toEqual([expect.stringMatching(/9001-notes/)]);
    if (shop.engine === 'sqlite') {
      expect(said).toEqual([expect.stringContaining(copy())]);
      expect((await stat(copy())).mode).toBe((await stat(`${shop.directory}/shop.db`)).mode);
      const kept = await connect({ engine: 'sqlite', file: copy() });
      expect(await kept.read.selectFrom('listings').select('name').execute()).toEqual([{ name: 'Moon' }]);
      await kept.close();
    }
    said.length = 0;
    await (await connect(place(), { migrations: withNotes, say })).close();
    expect(said).toEqual([]);
    await expect(connect(place())).rejects.toThrow('The database could not be brought up to date');
  });

  it('of which a later step fails leaves no trace', async () => {
    await closed();
    await expect(connect(place(), { migrations: failing })).rejects.toThrow('could not be brought up to date: no');
    expect(await readBeside(place(), schemaOf)).toBe(Object.keys(shopMigrations).at(-1));
    expect(await columns()).not.toContain('listings.note');
    await (await connect(place())).close();
  });

  it('is not taken where the copy cannot be written', async () => {
    if (shop.engine !== 'sqlite') return;
    await closed();
    await mkdir(copy());
    await mkdir(`${copy()}/in the way`);
    await expect(connect(place(), { migrations: withNotes })).rejects.toThrow(/cannot be written/);
    expect(existsSync(`${copy()}.draft`)).toBe(false);
    expect(await columns()).not.toContain('listings.note');
  });
});
