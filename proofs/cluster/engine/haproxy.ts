import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canConnect, freePort } from '../ports.ts';
import { type Supervised, supervise, until } from '../supervised.ts';
import { type Node, sampleFor } from './nodes.ts';

/** HAProxy with the sample of deploy/engine: its port is always the primary's. */
export async function startHaproxy(
  folder: string,
  nodes: readonly Node[],
): Promise<{ process: Supervised; url(database: string): string }> {
  mkdirSync(folder);
  const port = await freePort();
  const addresses = nodes.map(({ name, restPort, postgresPort }) => ({
    name,
    rest: restPort,
    postgres: postgresPort,
    etcdClient: 0,
    etcdPeer: 0,
  }));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, sampleFor('haproxy.cfg', null, addresses).replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`));
  const process = await supervise({ program: ['haproxy', '-db', '-q', '-f', file], directory: folder });
  await until(async () => process.pid() === 0 || (await canConnect(port)), 'HAProxy listens');
  if (process.pid() === 0) throw new Error(`HAProxy ended: ${process.output()}`);
  // The sample's password (deploy/engine/patroni.yml).
  return { process, url: (database) => `postgres://postgres:change-me-one@127.0.0.1:${port}/${database}` };
}
