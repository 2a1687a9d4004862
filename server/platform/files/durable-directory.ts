import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartRefused } from '../failures.ts';
import { syncPath } from './durable-files.ts';

/**
 * Creates the directory if it is missing, and tests whether files can be written in it. Throws StartRefused with a line that names
 * the setting that the path comes from.
 */
export function prepareDirectory(path: string, setting: string): void {
  try {
    createDurableDirectory(path);
    // Permissions alone do not tell: the file system may be read-only, and the superuser ignores permissions.
    rmdirSync(mkdtempSync(join(path, '.write-test-')));
  } catch (error) {
    throw new StartRefused(`${setting}: ${path} cannot be used: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (/^(EEXIST|ENOTDIR)$/.test(code)) return 'it is a file, or below one; it must be a directory.';
  if (/^(EACCES|EPERM)$/.test(code)) return 'this user may not write there.';
  if (code === 'EROFS') return 'its file system is read-only.';
  if (code === 'ENOSPC') return 'its disk is full.';
  return code;
}

/**
 * Creates the directory, and those above it that are missing. Only this user can open them, because they contain data of customers. They
 * survive a power cut.
 */
function createDurableDirectory(path: string): void {
  const highest = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (highest === undefined) return;
  for (let directory = resolve(path); directory.length >= highest.length; directory = dirname(directory)) {
    syncPath(dirname(directory));
  }
}
