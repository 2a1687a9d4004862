import { closeSync, fsyncSync, openSync } from 'node:fs';

/** What was written to the file, or the names in the directory, are on the disk when this returns. */
export function syncPath(path: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    // Windows cannot open a directory, and writes its names without being asked.
    if (process.platform === 'win32') return;
    throw error;
  }
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
