import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root } from '#server/testing/shop-process.ts';

export interface Ended {
  /** The exit code; null if a signal ended it. */
  code: number | null;
  /** Standard output, then standard error. */
  output: string;
}

/** Runs a program of the project (`cli/backup.ts`) as an owner would, with the shop's settings. `more`: further environment variables. */
export function runProgram(
  program: string,
  args: readonly string[],
  { databaseUrl, directory }: { databaseUrl: string; directory: string },
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: directory, ...more };
  const path = join(root, program);
  return new Promise((done) => {
    const child = execFile(process.execPath, [path, ...args], { cwd: root, env }, (_failure, stdout, stderr) =>
      done({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}
