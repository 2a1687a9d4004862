// Several processes and several machines, tested on one (docs/growing.md has the results).
//
//   npm run cluster                                both parts
//   npm run cluster -- processes --rounds 3        processes behind nginx on one PostgreSQL, killed and restarted
//   npm run cluster -- engine --rounds 3           three PostgreSQL under Patroni, etcd and HAProxy: the primary is lost
//
// Sets everything up in a temporary folder on 127.0.0.1 and takes it down again, also on Ctrl-C. Needs nginx, and for `engine`
// patroni, etcd-server and haproxy; as root on Debian they are installed if they are missing. Exits with 1 if a
// figure is not met or something is wrong.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installOnDebian } from '../scripts/system-package.ts';
import { withFolder } from './cluster/fixture.ts';
import { losePrimaries } from './cluster/primaries.ts';
import { interruptProcesses } from './cluster/processes.ts';
import type { Findings, RunOptions } from './cluster/under-load.ts';
import { buildPages, isKept, markdownTable, provenance, rowsOf } from './proof.ts';

const parts: Readonly<Record<string, { needs: readonly string[]; run(options: RunOptions): Promise<Findings[]> }>> = {
  processes: { needs: ['nginx'], run: interruptProcesses },
  engine: { needs: ['nginx', 'etcd', 'haproxy', 'patroni'], run: losePrimaries },
};

/** The Debian packages whose names differ from the program's. */
const packages: Readonly<Record<string, string>> = { nginx: 'nginx-light', etcd: 'etcd-server' };

// Exits at once, even if sockets are still open.
process.exit(await main());

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      processes: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
    },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(parts);
  const [rounds, processes, seed] = [values.rounds, values.processes, values.seed].map(Number);
  if (names.some((name) => !parts[name]) || !rounds || !processes || processes < 2 || !seed) {
    console.error('npm run cluster -- [processes] [engine] [--rounds N] [--processes 2 or more] [--seed N]');
    return 1;
  }
  buildPages();
  const all: Findings[] = [];
  for (const name of names) {
    const log = (line: string) => console.error(`${name}: ${line}`);
    const part = parts[name];
    if (!part) continue;
    requirePrograms(part.needs);
    all.push(...(await withFolder((folder) => part.run({ folder, rounds, processes, seed, log }))));
  }
  for (const { part, violations } of all)
    for (const violation of violations.slice(0, 20)) console.error(`${part}: BROKEN: ${violation}`);
  console.log(tableOf(all));
  return all.every(isKept) ? 0 : 1;
}

/** The table of docs/growing.md. */
function tableOf(all: readonly Findings[]): string {
  const rows = all.flatMap((findings) => rowsOf([findings.part], findings));
  const day = new Date().toISOString().slice(0, 10);
  return `${provenance(day)}\n\n${markdownTable(['Part', 'What', 'Measured:', 'Wanted:', 'Met'], rows)}`;
}

/**
 * Installs the missing ones of these programs. Throws if one is still missing. Some are in directories that are not in the PATH of an
 * ordinary account on Debian, so these are added to PATH.
 */
function requirePrograms(names: readonly string[]): void {
  const missing = () => names.filter((name) => !isThere(name));
  process.env.PATH = [process.env.PATH ?? '', '/usr/sbin', '/usr/bin', '/usr/local/sbin'].join(delimiter);
  const wanted = missing().map((name) => packages[name] ?? name);
  if (wanted.length > 0) installOnDebian(...wanted);
  const [first] = missing();
  if (first) throw new Error(`${first} is missing: install it (Debian: \`apt-get install ${wanted.join(' ')}\`).`);
}

function isThere(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}
