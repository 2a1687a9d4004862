import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../scripts/free-port.ts';
import { type Supervised, superviseServer } from '../supervised.ts';
import { type Node, sampleFor } from './nodes.ts';

/** HAProxy with the sample of deploy/engine: it connects to the primary. */
export async function startHaproxy(
  folder: string,
  nodes: readonly Node[],
): Promise<{ process: Supervised; url(database: string): string }> {
  mkdirSync(folder);
  const port = await findFreePort();
  const sample = sampleFor(
    'haproxy.cfg',
    null,
    nodes.map(({ address }) => address),
  );
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, sample.replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`));
  const process = await superviseServer(port, { program: ['haproxy', '-db', '-q', '-f', file], directory: folder });
  // The sample's password (deploy/engine/patroni.yml).
  return { process, url: (database) => `postgres://postgres:change-me-one@127.0.0.1:${port}/${database}` };
}
