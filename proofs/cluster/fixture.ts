import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#server/testing/shop-process.ts';
import { until } from '#server/testing/waiting.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { createFixture, type Fixture } from '../load/fixture.ts';
import { removeAll, supervise, superviseServer } from './supervised.ts';

/** Several processes of the real program behind a real nginx, on one database with people and pieces. */
export type ClusterFixture = Awaited<ReturnType<typeof openClusterFixture>>;

interface ClusterFixtureOptions {
  databaseUrl: string;
  folder: string;
  processes: number;
  people: number;
  pieces: number;
  seed: number;
}

export async function openClusterFixture(options: ClusterFixtureOptions) {
  const { databaseUrl, folder, seed, people, pieces } = options;
  const fixture = await createFixture({ databaseUrl, directory: join(folder, 'data'), seed, people, pieces });
  const shops: Awaited<ReturnType<typeof openShop>>[] = [];
  for (let count = 0; count < options.processes; count += 1) shops.push(await openShop(fixture));
  const ports = shops.map(({ process }) => process.port);
  const proxy = await startNginx(join(folder, 'nginx'), ports);
  return {
    fixture,
    shops,
    proxy,
    async close(): Promise<void> {
      await proxy.process.remove();
      for (const { process } of shops) await process.remove();
    },
  };
}

/** Starts one of the processes that share a database. Its listening socket stays open after its end, as with a socket of systemd. */
async function openShop({ databaseUrl, directory }: Fixture) {
  const shop = await supervise({
    program: [process.execPath, join(root, 'server', 'main.ts')],
    directory: root,
    listens: true,
    environment: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: directory,
      DEMO: '0',
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
      HOLD_MINUTES: '60',
      RATE_LIMITS: 'off',
    },
  });
  const untilOpen = async () => {
    await until(() => shop.pid() === 0 || / is open at /.test(shop.output()), 'the shop opens');
    if (shop.pid() === 0) throw new Error(`The shop ended: ${shop.output()}`);
  };
  await untilOpen();
  return {
    process: shop,
    /** Ends the process and starts it again, as systemd would. Resolves when it listens. */
    async restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      await shop.end(signal);
      await shop.start();
      await untilOpen();
    },
  };
}

/** Runs `work` with a temporary folder that every account of the system may enter, and removes the folder afterwards. */
export async function withFolder<Answer>(work: (folder: string) => Promise<Answer>): Promise<Answer> {
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'lacquer-cluster-'));
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // After Ctrl-C the programs end before their folder is removed, because a file in it has the process id of PostgreSQL.
  let leaving: Promise<never> | null = null;
  const leave = () => {
    leaving ??= removeAll().then(() => {
      remove();
      process.exit(130);
    });
  };
  process.on('SIGINT', leave).on('SIGTERM', leave);
  try {
    return await work(folder);
  } catch (error) {
    // The error is a consequence of ending the programs, so it is not reported.
    if (leaving !== null) return await leaving;
    throw error;
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    remove();
  }
}

const samples = join(root, 'deploy', 'nginx');

/** Starts nginx with the samples of deploy/nginx. Only the ports are changed; there is no TLS. */
async function startNginx(folder: string, ports: readonly number[]) {
  mkdirSync(folder, { recursive: true });
  const port = await findFreePort();
  const sample = readFileSync(join(samples, 'lacquer-processes.conf'), 'utf8');
  const servers = ports.map((one) => `    server 127.0.0.1:${one} max_fails=0;\n`).join('');
  writeFileSync(
    join(folder, 'processes.conf'),
    sample.replace(/( +server 127\.0\.0\.1:\d+ max_fails=0;\n)+/g, servers),
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, port));
  const program = ['nginx', '-e', 'stderr', '-p', folder, '-c', file];
  return { process: await superviseServer(port, { program, directory: folder }), address: `http://127.0.0.1:${port}` };
}

const configuration = (folder: string, port: number) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/processes.conf;
  server {
    listen 127.0.0.1:${port};
    include ${samples}/lacquer-proxy.conf;
  }
}
`;
