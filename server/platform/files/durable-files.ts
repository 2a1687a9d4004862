// When these functions return, what they wrote survives a power cut. Their docstrings name exceptions.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that does not exist yet. Its name is on the disk only after `syncDirectory`. If it throws, no file remains. */
export async function writeNewFile(path: string, content: Uint8Array | string, mode?: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Like writeNewFile, but synchronous, for the start of the shop and for programs of the owner. */
export function writeNewFileSync(path: string, text: string, mode: number): void {
  const descriptor = openSync(path, 'wx', mode);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Renames a complete file within its directory, and replaces a file that has the new name. */
export function renameSynced(draft: string, path: string): void {
  syncPath(draft);
  renameSync(draft, path);
  syncPath(dirname(path));
}

/** Returns once the content of the file is on the disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
}

/** Like syncFile, but synchronous, and also for a directory: then the names in it are on the disk. */
export function syncPath(path: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    // Windows cannot open a directory, and stores its names without a sync.
    if (process.platform === 'win32') return;
    throw error;
  }
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Like syncPath of a directory, without blocking the event loop. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory, and stores its names without a sync.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
