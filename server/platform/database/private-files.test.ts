import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from './connect.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lacquer-private-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const modeOf = async (...path: string[]) => ((await stat(join(directory, ...path))).mode & 0o777).toString(8);

it('creates a new database that only its user can read', async () => {
  const database = await connect({ engine: 'sqlite', file: join(directory, 'new', 'shop.db') });
  expect(await modeOf('new')).toBe('700');
  for (const name of ['shop.db', 'shop.db-wal', 'shop.db-shm'])
    expect([name, await modeOf('new', name)]).toEqual([name, '600']);
  await database.close();
});

it('keeps the mode of an existing directory, and creates a private database in it', async () => {
  await chmod(directory, 0o755);
  const database = await connect({ engine: 'sqlite', file: join(directory, 'shop.db') });
  expect([await modeOf(), await modeOf('shop.db')]).toEqual(['755', '600']);
  await database.close();
});
