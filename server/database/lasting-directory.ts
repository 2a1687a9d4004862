import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncPath } from './sync-path.ts';

/**
 * Makes the directory and those above it, where they are missing: for this user alone, since customers are in it. That they
 * are there survives a power cut.
 */
export function makeLastingDirectory(path: string): void {
  const highest = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (highest === undefined) return;
  for (let directory = resolve(path); directory.length >= highest.length; directory = dirname(directory)) {
    syncPath(dirname(directory));
  }
}

/** The names in the directory are on the disk when this answers; syncPath, without holding the event loop. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory, and writes its names without being asked.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
