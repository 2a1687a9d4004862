import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The real server, started as `npm start` does, with its own database and files. */
export interface RunningShop {
  /** The origin, without a trailing slash. */
  address: string;
  admin: { email: string; password: string };
  /** The server's DATA_DIR, which contains the email it would send. */
  directory: string;
  /** Stops the server with SIGTERM. Throws if it does not stop cleanly, or if its log contains an error. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');
/** Milliseconds. */
const startTimeout = 30_000;
const stopTimeout = 10_000; // docs/behaviour/process.md
/** The level `error` of pino. */
const errorLevel = 50;

/** Starts a server with the demo collection on a free port, and waits until it accepts requests. */
export async function startShop(): Promise<RunningShop> {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-shop-'));
  const port = await freePort();
  const admin = { email: 'admin@example.com', password: 'the admin password' };
  const child = spawn(join(root, 'node_modules', '.bin', 'node'), ['server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: directory,
      DEMO: '1',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMITS: 'on',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectOutput(child);
  const removeDirectory = () => rm(directory, { recursive: true, force: true });
  try {
    const address = await openAddress(child, output);
    const stop = () => stopShop(child, output).finally(removeDirectory);
    return { address, admin, directory, stop };
  } catch (reason) {
    child.kill('SIGKILL');
    await removeDirectory();
    throw reason;
  }
}

interface Output {
  text(): string;
  onMore(listener: () => void): void;
}

function collectOutput(child: ChildProcess): Output {
  let text = '';
  const listeners: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      for (const listener of listeners) listener();
    });
  }
  return { text: () => text, onMore: (listener) => listeners.push(listener) };
}

/** The address in the log line of a server that accepts requests. */
async function openAddress(child: ChildProcess, output: Output): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (reason: string) => reject(new Error(`${reason}:\n${output.text()}`));
    const timer = setTimeout(() => give('The shop did not open in time'), startTimeout);
    child.once('exit', (code) => give(`The shop ended with ${code} instead of opening`));
    output.onMore(() => {
      const [, address] = / is open at (http:\S+)/.exec(output.text()) ?? [];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

async function stopShop(child: ChildProcess, output: Output): Promise<void> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  if (!hasEnded) {
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
    await once(child, 'close');
    clearTimeout(killer);
  }
  if (child.exitCode !== 0) {
    throw new Error(`The shop ended with ${child.exitCode ?? child.signalCode}:\n${output.text()}`);
  }
  const errors = errorsIn(output.text());
  if (errors.length > 0) throw new Error(`The shop's log holds errors:\n${errors.join('\n')}`);
}

function errorsIn(log: string): string[] {
  return log.split('\n').filter((line) => {
    const [, level] = /^\{"level":(\d+)/.exec(line) ?? [];
    return Number(level) >= errorLevel;
  });
}

/** PORT=0 is not used, because canonical URLs contain the configured port. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('A port has a number');
  probe.close();
  await once(probe, 'close');
  return address.port;
}
