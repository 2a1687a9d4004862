import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from './connect.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lacquer-interrupted-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it('starts with a file that a power cut left during the first write', async () => {
  const file = join(directory, 'shop.db');
  await leaveHalfWritten(file);
  const database = await connect({ engine: 'sqlite', file });
  expect(await database.catalogRevision()).toBeTypeOf('number');
  expect(await database.read.selectFrom('users').select('id').execute()).toEqual([]);
  await database.close();
});

/** Writes a file with the rollback journal that SQLite uses before WAL is on. */
async function leaveHalfWritten(file: string): Promise<void> {
  const cut = join(directory, 'cut.db');
  const connection = new BetterSqlite(cut);
  connection.pragma('cache_size = 5');
  connection.exec('begin');
  connection.exec('create table half (written text)');
  const insert = connection.prepare('insert into half values (?)');
  for (let row = 0; row < 100; row += 1) insert.run('x'.repeat(3_000));
  await copyFile(cut, file);
  await copyFile(`${cut}-journal`, `${file}-journal`);
  connection.close();
}
