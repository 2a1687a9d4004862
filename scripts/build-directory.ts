import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pageInputsName } from '../server/bundle-manifest.ts';

/** The directory of the repository. */
export const root = join(import.meta.dirname, '..');

/** In build/: the compiled code of the server (server/main.ts), which a new build leaves as it is. */
export const compileCacheName = '.compiled';

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
  if (!existsSync(join(last, pageInputsName)) && existsSync(join(replaced, pageInputsName))) {
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
  const [cache, moved] = [join(last, compileCacheName), join(finished, compileCacheName)];
  if (existsSync(cache)) renameSync(cache, moved);
  rmSync(replaced, { recursive: true, force: true });
  if (existsSync(last)) renameSync(last, replaced);
  renameSync(finished, last);
  rmSync(replaced, { recursive: true, force: true });
}
