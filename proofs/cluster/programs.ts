import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installOnDebian } from '../../scripts/system-package.ts';

/** Debian's packages, and where they put what an ordinary PATH may not name. */
const packages: Readonly<Record<string, string>> = {
  nginx: 'nginx-light',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  patroni: 'patroni',
};
const more = ['/usr/sbin', '/usr/bin', '/usr/local/sbin'];

/** Throws one line where one is missing and cannot be installed. */
export function requirePrograms(names: readonly string[]): void {
  const missing = () => names.filter((name) => !isThere(name));
  process.env.PATH = [process.env.PATH ?? '', ...more].join(delimiter);
  const wanted = missing().map((name) => packages[name] ?? name);
  if (wanted.length > 0) installOnDebian(...wanted);
  const [first] = missing();
  if (first) throw new Error(`${first} is missing: install it (Debian: \`apt-get install ${wanted.join(' ')}\`).`);
}

const isThere = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
