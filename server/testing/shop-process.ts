import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ApiClient } from '#server/testing/api-client.ts';

/** The real server in a process of its own, on a free port. `await using` stops it at the end of the block. */
export interface ShopProcess extends AsyncDisposable {
  child: ChildProcess;
  /** Without a trailing slash. */
  address: string;
  /** Milliseconds from the start of the process until it listened. */
  openedAfter: number;
  /** Everything it has written to standard output and standard error. */
  output(): string;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>;
}

export interface ShopProcessOptions {
  databaseUrl: string;
  /** The DATA_DIR of the shop. */
  directory: string;
  /** Environment variables, which override `quietSettings`. */
  settings?: Readonly<Record<string, string>>;
  /** Options for Node: `['--import', …]`. */
  nodeOptions?: readonly string[];
  /** A command that runs Node: `['strace', '-f', …]`. */
  under?: readonly string[];
  /** Milliseconds after which the process is killed. */
  killedAfter?: number;
}

export const root = join(import.meta.dirname, '..', '..');
export const owner = { email: 'admin@example.com', password: 'a password of the owner' };

/** Signs in as the shop's admin and returns the token. */
export async function signInAsOwner(client: ApiClient): Promise<string> {
  return (await client.call('authenticate', { body: { mode: 'signin', ...owner } })).body.token;
}

/** Where programs keep their compiled code, as `npm start` does. With it, a program starts in half the processor time. */
export const compileCache = join(root, 'build', '.compiled');

const quietSettings = {
  PORT: '0',
  DEMO: '0',
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  NODE_COMPILE_CACHE: compileCache,
};

/** Resolves when the shop listens. Throws with the process's output if it ends before. Needs a build (`npm run build`). */
export async function openShop(options: ShopProcessOptions): Promise<ShopProcess> {
  const { databaseUrl, directory, settings = {}, nodeOptions = [], under = [], killedAfter } = options;
  const [program = '', ...programArguments] = [
    ...under,
    process.execPath,
    ...nodeOptions,
    join(root, 'server', 'main.ts'),
  ];
  const startedAt = performance.now();
  const child = spawn(program, programArguments, {
    cwd: root,
    env: { PATH: process.env.PATH, ...quietSettings, DATABASE_URL: databaseUrl, DATA_DIR: directory, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(killedAfter !== undefined && { timeout: killedAfter, killSignal: 'SIGKILL' }),
  });
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, address] = / is open at (http:\S+)/.exec(output) ?? [];
      if (address) resolve(address);
    });
  child.once('error', reject);
  child.once('exit', (code, signal) => reject(new Error(`The shop ended with ${code ?? signal}: ${output}`)));
  const address = await promise;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    child,
    address,
    openedAfter: performance.now() - startedAt,
    output: () => output,
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => void (await end('SIGTERM')),
    kill: async () => void (await end('SIGKILL')),
  };
}
