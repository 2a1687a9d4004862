import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The real program on a port of its own, as a shopkeeper starts it. */
export interface ShopProcess {
  child: ChildProcess;
  /** Without a trailing slash. */
  address: string;
  /** Milliseconds from the start of the process to its open door. */
  openedAfter: number;
  /** Everything it has said: its log, and what went wrong. */
  said(): string;
  /** As the system's own way to end it; answers the exit code. */
  stop(): Promise<number | null>;
  /** As a power switch: SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
}

export interface ShopProcessOptions {
  databaseUrl: string;
  /** DATA_DIR */
  directory: string;
  /** More settings, or others than `quietSettings`. */
  settings?: Readonly<Record<string, string>>;
  /** Options of Node itself, before the program: `['--import', …]`. */
  nodeOptions?: readonly string[];
  /** Programs before Node: `['strace', '-f', …]`. */
  under?: readonly string[];
  /** Milliseconds after which it is killed, whatever it has come to. */
  killedAfter?: number;
}

export const root = join(import.meta.dirname, '..', '..');
export const keeper = { email: 'keeper@example.com', password: 'the keeper of keys' };

const quietSettings = {
  PORT: '0',
  DEMO: '0',
  ADMIN_EMAIL: keeper.email,
  ADMIN_PASSWORD: keeper.password,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
};

/** Answers when the door is open. Throws with what the process said if it ends before. Needs a build (`npm run build`). */
export async function openShop(options: ShopProcessOptions): Promise<ShopProcess> {
  const { databaseUrl, directory, settings = {}, nodeOptions = [], under = [], killedAfter } = options;
  const [program = '', ...words] = [...under, process.execPath, ...nodeOptions, join(root, 'server', 'main.ts')];
  const begun = performance.now();
  const child = spawn(program, words, {
    cwd: root,
    env: { PATH: process.env.PATH, ...quietSettings, DATABASE_URL: databaseUrl, DATA_DIR: directory, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(killedAfter !== undefined && { timeout: killedAfter, killSignal: 'SIGKILL' }),
  });
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, address] = / is open at (http:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
  child.once('error', reject);
  child.once('exit', (code, signal) => reject(new Error(`The shop ended with ${code ?? signal}: ${said}`)));
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
    openedAfter: performance.now() - begun,
    said: () => said,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
