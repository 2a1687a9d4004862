import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { createDatabases } from '../../tools/prove/databases.ts';
import { connect } from './connect.ts';
import type { Reader } from './database.ts';
import { DatabaseAway } from './failures.ts';

it('A connection that is lost in the middle of a change ends that change, and nothing else', async () => {
  const databases = createDatabases('postgres', '', () => inject('postgresUrl'));
  const database = await connect({ engine: 'postgres', url: await databases.create() });
  try {
    const lost = database.write(async (tx) => {
      await tx.updateTable('catalog_revision').set({ revision: 9_999 }).execute();
      const { pid } = await ownProcess(tx);
      await sql`select pg_terminate_backend(${pid}, 5000)`.execute(database.read);
      // The connection hears of its end while nobody asks it anything.
      await new Promise((resolve) => setImmediate(resolve));
      await ownProcess(tx);
    });
    await expect(lost).rejects.toThrow(DatabaseAway);
    expect(await database.catalogRevision()).not.toBe(9_999);
    await database.write(async (tx) => expect((await ownProcess(tx)).pid).toBeGreaterThan(0));
  } finally {
    await database.close();
    await databases.removeAll();
  }
});

async function ownProcess(reader: Reader): Promise<{ pid: number }> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(reader);
  const [row] = rows;
  if (!row) throw new Error('every connection has a process');
  return row;
}
