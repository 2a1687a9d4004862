import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '#server/testing/waiting.ts';

/** A program that is killed when this process ends, however it ends (supervisor.pl). */
export interface Supervised {
  /** The port of the listening socket that was made for it; 0 if there is none. */
  port: number;
  /** What it has output since its last start. */
  output(): string;
  pid(): number;
  start(): Promise<void>;
  /** Sends the signal and resolves when the program has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Kills it with its children, and forgets it. */
  remove(): Promise<void>;
}

export interface SupervisedOptions {
  program: readonly string[];
  directory: string;
  environment?: Readonly<Record<string, string | undefined>>;
  account?: { uid: number; gid: number } | undefined;
  /** The supervisor opens a listening socket on 127.0.0.1 for it, which stays open when the program starts again. */
  listens?: boolean;
  /** The file with the process id of a server that the program starts and that outlives the program: PostgreSQL's `postmaster.pid`. */
  leavesServer?: string;
}

const all = new Set<Supervised>();

/** Starts the program and resolves when its process exists. */
export async function supervise(options: SupervisedOptions): Promise<Supervised> {
  const { program, leavesServer } = options;
  const supervisor = spawnSupervisor(options);
  let [output, pid, port] = ['', 0, 0];
  supervisor.stdin.on('error', () => undefined);
  supervisor.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-100_000);
  });
  createInterface(supervisor.stdout).on('line', (line) => {
    const [word, number] = line.split(' ');
    if (word === 'port') port = Number(number);
    if (word === 'started') pid = Number(number);
    if (word === 'ended') pid = 0;
  });
  const start = async () => {
    output = '';
    supervisor.stdin.write('s');
    await until(() => pid !== 0 || supervisor.exitCode !== null, 'the supervisor starts it');
    if (pid === 0) throw new Error(`${program[0]} cannot be supervised: ${output}`);
  };
  await start();
  const supervised: Supervised = {
    port,
    output: () => output,
    pid: () => pid,
    start,
    async end(signal) {
      if (pid !== 0) process.kill(pid, signal);
      await until(() => pid === 0, `${program[0]} ends`);
    },
    async remove() {
      all.delete(supervised);
      if (supervisor.exitCode !== null) return;
      const serverPid = leavesServer === undefined ? null : serverOf(leavesServer);
      const exited = once(supervisor, 'exit');
      supervisor.stdin.end();
      await exited;
      if (serverPid) await until(() => !isRunning(serverPid), 'its server ends');
    },
  };
  all.add(supervised);
  return supervised;
}

export async function superviseServer(port: number, options: SupervisedOptions): Promise<Supervised> {
  const server = await supervise(options);
  await until(async () => server.pid() === 0 || (await canConnect(port)), `${options.program[0]} listens`);
  if (server.pid() === 0) throw new Error(`${options.program[0]} ended: ${server.output()}`);
  return server;
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(() => true)
    .catch(() => false)
    .finally(() => socket.destroy());
}

function spawnSupervisor({ program, directory, environment, account, listens, leavesServer }: SupervisedOptions) {
  const words = [leavesServer ?? '-', listens ? 'listen' : '-', ...program];
  return spawn('perl', [join(import.meta.dirname, 'supervisor.pl'), ...words], {
    cwd: directory,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...environment },
    // Ctrl-C in the terminal must not reach the supervisor directly. It ends when this process ends.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...account,
  });
}

export async function removeAll(): Promise<void> {
  await Promise.all([...all].map((supervised) => supervised.remove()));
}

/** The process id in the first line of a `postmaster.pid`; null if there is no file or no number in it. */
export function serverOf(file: string): number | null {
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || null : null;
}

/** A zombie has ended, although its exit code was not read yet. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
