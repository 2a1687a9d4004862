import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The directory of the repository. */
export const root = join(import.meta.dirname, '..', '..');

/** The file that a complete build has: the fingerprint of its sources. */
export const stampName = '.inputs';

const unfinishedName = /^\.build-(\d+)$/;

/**
 * Where builds are, below the directory of the repository: the last complete one in build/, which readers use while the next one is made
 * beside it, and between two renames the one that is replaced.
 */
export const buildPaths = (base: string) => ({ last: join(base, 'build'), replaced: join(base, '.build-replaced') });

/**
 * Puts things right that a killed build has left: brings back the last build if it was killed between the two renames, and removes
 * unfinished builds of processes that no longer run.
 */
export function recoverBuild(base: string): void {
  const { last, replaced } = buildPaths(base);
  if (!existsSync(join(last, stampName)) && existsSync(join(replaced, stampName))) {
    rmSync(last, { recursive: true, force: true });
    renameSync(replaced, last);
  }
  rmSync(replaced, { recursive: true, force: true });
  for (const name of readdirSync(base)) {
    const pid = unfinishedName.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(base, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Makes the empty directory in which this process builds. */
export function startBuild(base: string): string {
  const directory = join(base, `.build-${process.pid}`);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  return directory;
}

/** Makes a finished build the last build. */
export function replaceBuild(base: string, finished: string): void {
  const { last, replaced } = buildPaths(base);
  // The compile cache of the server (package.json, `start`) has nothing of the pages.
  const cache = '.compiled';
  if (existsSync(join(last, cache))) renameSync(join(last, cache), join(finished, cache));
  rmSync(replaced, { recursive: true, force: true });
  if (existsSync(last)) renameSync(last, replaced);
  renameSync(finished, last);
  rmSync(replaced, { recursive: true, force: true });
}
