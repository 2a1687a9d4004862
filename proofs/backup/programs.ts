import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root } from '#server/testing/shop-process.ts';

export interface Ended {
  /** Null: by a signal. */
  code: number | null;
  /** Standard output, then what went wrong. */
  output: string;
}

/** A program of the project (`cli/backup.ts`) as an owner runs it, with the shop's settings and some more. */
export function runProgram(
  program: string,
  words: readonly string[],
  { databaseUrl, directory }: { databaseUrl: string; directory: string },
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: directory, ...more };
  const path = join(root, program);
  return new Promise((done) => {
    const child = execFile(process.execPath, [path, ...words], { cwd: root, env }, (_failure, stdout, stderr) =>
      done({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}
