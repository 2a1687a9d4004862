import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createDatabases } from '#server/testing/databases.ts';
import { postgresUrl } from '#server/testing/postgres-url.ts';
import { ServiceUnavailable } from '../failures.ts';
import { connect } from './connect.ts';
import type { Reader } from './database.ts';

it('rolls back a transaction whose connection breaks, and goes on with the next', async () => {
  const databases = createDatabases('postgres', '', postgresUrl);
  const database = await connect({ engine: 'postgres', url: await databases.create() });
  try {
    const lost = database.write(async (tx) => {
      await tx.updateTable('catalog_revision').set({ revision: 9_999 }).execute();
      const { pid } = await ownProcess(tx);
      await sql`select pg_terminate_backend(${pid}, 5000)`.execute(database.read);
      // The driver learns that the connection has ended while no query is running.
      await new Promise((resolve) => setImmediate(resolve));
      await ownProcess(tx);
    });
    await expect(lost).rejects.toThrow(ServiceUnavailable);
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
  if (!row) throw new Error('pg_backend_pid returned no row');
  return row;
}
