import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#server/testing/shop-process.ts';
import { canConnect, freePort } from './ports.ts';
import { type Supervised, supervise, until } from './supervised.ts';

export interface FrontProxy {
  process: Supervised;
  /** What a browser would open. */
  address: string;
}

const samples = join(root, 'deploy', 'nginx');

/** nginx with the samples of deploy/nginx as they are, except for the ports; without TLS. */
export async function startNginx(folder: string, ports: readonly number[]): Promise<FrontProxy> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  writeFileSync(join(folder, 'processes.conf'), withPorts(ports));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, port));
  const process = await supervise({ program: ['nginx', '-e', 'stderr', '-p', folder, '-c', file], directory: folder });
  await until(async () => process.pid() === 0 || (await canConnect(port)), 'nginx listens');
  if (process.pid() === 0) throw new Error(`nginx ended: ${process.output()}`);
  return { process, address: `http://127.0.0.1:${port}` };
}

function withPorts(ports: readonly number[]): string {
  const sample = readFileSync(join(samples, 'lacquer-processes.conf'), 'utf8');
  const servers = ports.map((port) => `    server 127.0.0.1:${port} max_fails=0;\n`).join('');
  return sample.replace(/( +server 127\.0\.0\.1:\d+ max_fails=0;\n)+/g, servers);
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
