import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root } from '#server/testing/shop-process.ts';

export interface Ended {
  /** Null: by a signal. */
  code: number | null;
  /** Standard output, then what went wrong. */
  output: string;
}

/** A program of the project (`cli/backup.ts`) as an owner runs it, with the shop's settings. */
export function runProgram(
  program: string,
  words: readonly string[],
  settings: { databaseUrl: string; directory: string },
): Promise<Ended> {
  const env = { PATH: process.env.PATH, DATABASE_URL: settings.databaseUrl, DATA_DIR: settings.directory };
  const path = join(root, program);
  return new Promise((done) => {
    const child = execFile(process.execPath, [path, ...words], { cwd: root, env }, (_failure, stdout, stderr) =>
      done({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}
