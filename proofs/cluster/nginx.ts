import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#server/testing/shop-process.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { type Supervised, superviseServer } from './supervised.ts';

/** A proxy before several servers. */
export interface FrontProxy {
  process: Supervised;
  /** Without a trailing slash. */
  address: string;
}

const samples = join(root, 'deploy', 'nginx');

/** nginx with the samples of deploy/nginx as they are, except for the ports; without TLS. */
export async function startNginx(folder: string, ports: readonly number[]): Promise<FrontProxy> {
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
