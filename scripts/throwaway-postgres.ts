// A temporary PostgreSQL server with its own folder and port, removed when this process ends.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Client } from 'pg';
import { findFreePort } from './free-port.ts';
import { installOnDebian } from './system-package.ts';

export interface ThrowawayPostgres {
  /** URL of a database of the cluster, for the superuser `postgres`, without a password. */
  url(database: string): string;
  createDatabase(name: string, options?: { template?: string }): Promise<void>;
  /** Sends SIGKILL to the server and all its processes at once. Resolves when they have ended. */
  crash(): Promise<void>;
  /** After `crash`: starts the server on the same folder and port. Resolves when it accepts connections. */
  restart(): Promise<void>;
  /** Stops the server at once and removes its folder. This also happens when this process ends, even by SIGKILL. */
  stop(): Promise<void>;
}

/**
 * Starts a cluster (UTF-8, locale C.UTF-8, 300 connections) on a free port of 127.0.0.1.
 * Without `durable` it never waits for the disk; measurements and proofs of durability need `durable`.
 */
export async function startPostgres({ durable = false }: { durable?: boolean } = {}): Promise<ThrowawayPostgres> {
  const programs = findPostgres();
  const account = accountToRunAs();
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'lacquer-postgres-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const cluster = join(folder, 'cluster');
  initialise(join(programs, 'initdb'), cluster, account);

  const port = await findFreePort();
  const supervisor = spawn(
    'sh',
    [
      '-c',
      supervisorScript,
      'supervisor',
      folder,
      join(programs, 'postgres'),
      ...serverOptions({ cluster, folder, port, durable }),
    ],
    // `detached`: Ctrl-C in the terminal reaches only this process; the supervisor stops when this process ends.
    { cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'pipe'], ...account },
  );
  unrefSupervisor(supervisor);
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await waitForConnection(url('postgres'), supervisor);

  return {
    url,
    createDatabase: (name, { template } = {}) =>
      run(url('postgres'), `CREATE DATABASE ${quoted(name)}${template ? ` TEMPLATE ${quoted(template)}` : ''}`),
    crash: () => crash(folder),
    restart: () => {
      rmSync(join(folder, crashed));
      return waitForConnection(url('postgres'), supervisor);
    },
    stop: () =>
      new Promise((done) => {
        if (supervisor.exitCode !== null || supervisor.signalCode !== null) return done();
        supervisor.ref();
        supervisor.once('exit', () => done());
        supervisor.stdin?.end();
      }),
  };
}

/** The folder of PostgreSQL's programs. Installs PostgreSQL if it is missing; throws one line if that is not possible. */
export function findPostgres(): string {
  const found = postgresFolder() ?? (installOnDebian('postgresql') ? postgresFolder() : undefined);
  if (!found) throw new Error('PostgreSQL is missing: install it (Debian: `apt-get install postgresql`).');
  return found;
}

function postgresFolder(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'initdb'))
    .filter((program) => existsSync(program))
    .map((program) => dirname(realpathSync(program)));
  return [...versions.map((version) => join(debian, version, 'bin')), ...onPath].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

interface Account {
  uid: number;
  gid: number;
}

/** When this process is root, returns `postgres` or `nobody`, because PostgreSQL refuses to run as root. */
export function accountToRunAs(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map((which) => spawnSync('id', [which, name], { encoding: 'utf8' }));
    const [uid, gid] = ids.map(({ stdout }) => Number(stdout));
    if (uid && gid) return { uid, gid };
  }
  throw new Error('PostgreSQL cannot run as root and there is neither an account `postgres` nor `nobody`.');
}

function initialise(initdb: string, cluster: string, account: Account | undefined): void {
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions'];
  const attempt = (locale: string) =>
    execFileSync(initdb, [`--pgdata=${cluster}`, `--locale=${locale}`, ...options], {
      cwd: dirname(cluster),
      stdio: ['ignore', 'ignore', 'pipe'],
      ...account,
    });
  try {
    attempt('C.UTF-8');
  } catch {
    attempt('C'); // macOS has no C.UTF-8
  }
}

/** A file in the folder of the cluster: while it exists, the supervisor does not restart the killed server. */
const crashed = 'crashed';

/**
 * The supervisor is the parent of the server. Its standard input ends when this process closes it or ends, even by SIGKILL;
 * then it ends the server. When the server has ended, it prints the server's log and removes the folder. After `crash` it
 * waits for `restart` instead.
 */
const supervisorScript = `
folder=$1; shift
exec 3<&0
{
  cat <&3 >/dev/null
  touch "$folder/over"
  until kill -QUIT "$(cat "$folder/server")" || [ ! -d "$folder" ]; do sleep 0.1; done
} 2>/dev/null &
while [ ! -e "$folder/over" ]; do
  "$@" >>"$folder/log" 2>&1 3<&- &
  echo $! >"$folder/server"
  wait $!
  [ -e "$folder/${crashed}" ] || break
  while [ -e "$folder/${crashed}" ] && [ ! -e "$folder/over" ]; do sleep 0.02; done
done
cat "$folder/log" >&2
rm -rf "$folder"
`;

async function crash(folder: string): Promise<void> {
  writeFileSync(join(folder, crashed), '');
  const server = Number(readFileSync(join(folder, 'server'), 'utf8'));
  // A stopped server starts no other processes while they are listed.
  process.kill(server, 'SIGSTOP');
  const children = spawnSync('pgrep', ['-P', String(server)], { encoding: 'utf8' });
  const all = [...children.stdout.split('\n').filter(Boolean).map(Number), server];
  for (const pid of all) process.kill(pid, 'SIGKILL');
  while (isAnyRunning(all)) await new Promise((done) => setTimeout(done, 5));
}

/** Whether one of the processes still runs. A zombie does not: it has ended, but its exit code has not been read yet. */
function isAnyRunning(pids: readonly number[]): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pids.join(',')], { encoding: 'utf8' });
  return stdout.split('\n').some((state) => state !== '' && !state.startsWith('Z'));
}

/** Lets this process end while the supervisor still runs. */
function unrefSupervisor(supervisor: ChildProcess): void {
  supervisor.unref();
  for (const pipe of [supervisor.stdin, supervisor.stderr]) if (pipe instanceof Socket) pipe.unref();
}

function serverOptions(where: { cluster: string; folder: string; port: number; durable: boolean }): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: where.port,
    unix_socket_directories: where.folder,
    max_connections: 300,
    ...(where.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return ['-D', where.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function waitForConnection(url: string, supervisor: ChildProcess): Promise<void> {
  let output = '';
  supervisor.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await run(url, 'SELECT 1');
    } catch (reason) {
      if (supervisor.exitCode !== null || Date.now() > deadline) {
        throw new Error(`The temporary PostgreSQL did not start. ${output}`, { cause: reason });
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
