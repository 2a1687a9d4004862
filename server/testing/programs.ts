import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { format } from 'node:util';
import { compileCache, root } from './shop-process.ts';

export interface Ended {
  /** The exit code; null if a signal ended it. */
  code: number | null;
  /** Standard output and standard error. */
  output: string;
}

/** Runs a program of the project (`cli/backup.ts`) as an owner would, with these environment variables alone. */
export function runProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return whenEnded(startProgram(program, args, environment));
}

/**
 * Runs a command of cli/ in this process, with these environment variables alone: a process of its own takes ten times as long. For tests in
 * which another one runs it as an owner would. One at a time.
 */
export async function runHere(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  // Every program of cli/ exports this function.
  const { main } = (await import(join(root, program))) as { main(words: readonly string[]): Promise<number> };
  const { env } = process;
  const { log, error } = console;
  let output = '';
  const print = (...values: unknown[]) => {
    output += `${format(...values)}\n`;
  };
  Object.assign(console, { log: print, error: print });
  process.env = { PATH: env.PATH, TMPDIR: env.TMPDIR, ...environment };
  try {
    const code = await main(args);
    return { code, output };
  } finally {
    process.env = env;
    Object.assign(console, { log, error });
  }
}

/** Starts the program and does not wait for its end. */
export function startProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The environment variables with which a program works on a shop. */
export function settingsOf({ databaseUrl, directory }: { databaseUrl: string; directory: string }) {
  return { DATABASE_URL: databaseUrl, DATA_DIR: directory };
}

function whenEnded(child: ChildProcess): Promise<Ended> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done({ code, output }));
  });
}
