import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The directory of the repository; tests use another. */
export const root = process.env.LACQUER_BUILD_ROOT ?? join(import.meta.dirname, '..', '..');

/** The last complete build. Readers use it while the next one is made beside it. */
export const buildDirectory = join(root, 'build');
/** The build that the last one replaces, between two renames. */
const replaced = join(root, '.build-replaced');
const unfinishedName = /^\.build-(\d+)$/;
/** The file that a complete build has: the fingerprint of its sources. */
export const stampName = '.inputs';

/**
 * Puts things right that a killed build has left: brings back the last build if it was killed between the two renames, and removes
 * unfinished builds of processes that no longer run.
 */
export function recoverBuild(): void {
  const isComplete = existsSync(join(buildDirectory, stampName));
  if (!isComplete && existsSync(join(replaced, stampName))) {
    rmSync(buildDirectory, { recursive: true, force: true });
    renameSync(replaced, buildDirectory);
  }
  for (const name of readdirSync(root)) {
    const process = unfinishedName.exec(name)?.[1];
    if (process !== undefined && !isRunning(Number(process)))
      rmSync(join(root, name), { recursive: true, force: true });
  }
}

function isRunning(process: number): boolean {
  try {
    return globalThis.process.kill(process, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Makes the empty directory in which this process builds. */
export function startBuild(): string {
  const directory = join(root, `.build-${process.pid}`);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  return directory;
}

/** Makes a finished build the last build. */
export function replaceBuild(finished: string): void {
  // The compile cache of the server (package.json, `start`) has nothing of the pages.
  const cache = '.compiled';
  if (existsSync(join(buildDirectory, cache))) renameSync(join(buildDirectory, cache), join(finished, cache));
  rmSync(replaced, { recursive: true, force: true });
  if (existsSync(buildDirectory)) renameSync(buildDirectory, replaced);
  renameSync(finished, buildDirectory);
  rmSync(replaced, { recursive: true, force: true });
}
