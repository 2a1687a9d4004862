import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { startPostgres } from './throwaway-postgres.ts';

test('a cluster creates databases, also from a template, and accepts no connections after stop, also when it is called twice', async () => {
  const cluster = await startPostgres();
  await cluster.createDatabase('first');
  await query(cluster.url('first'), "CREATE TABLE pieces AS SELECT 'Đèn lồng' AS name");
  await cluster.createDatabase('second', { template: 'first' });
  expect(await query(cluster.url('second'), 'SELECT name FROM pieces')).toEqual([{ name: 'Đèn lồng' }]);

  await cluster.stop();
  await cluster.stop();
  await expect(query(cluster.url('second'), 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
});

test('a cluster does not outlive a process that was killed', async () => {
  const tool = join(import.meta.dirname, 'throwaway-postgres.ts');
  const parent = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { startPostgres } from ${JSON.stringify(tool)};
     const { url } = await startPostgres();
     console.log(url('postgres'));
     setInterval(() => {}, 1000);`,
  ]);
  const [url] = await once(createInterface(parent.stdout), 'line');
  const [row] = await query(url, 'SHOW data_directory');
  const folder = String(row?.data_directory);

  const client = new Client({ connectionString: url });
  await client.connect();
  const connectionLost = once(client, 'error');
  parent.kill('SIGKILL');
  await connectionLost;
  await expect.poll(() => existsSync(folder)).toBe(false);
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return rows;
  } finally {
    await client.end();
  }
}
