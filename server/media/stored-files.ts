import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file that is written and safe, and not yet to be found under a name. */
export type StagedFile = { readonly place: string };

/**
 * Where files are kept, by names such as `<hash>/640.avif`. The narrowest set of questions, so that an object store can stand
 * behind it. A file that can be read is whole: it is staged first, published in one step, and never changed afterwards.
 */
export interface StoredFiles {
  stage(bytes: Uint8Array): Promise<StagedFile>;
  /** Where it throws, nothing of the file is left. */
  publish(file: StagedFile, name: string): Promise<void>;
  discard(file: StagedFile): Promise<void>;
  /** Null where there is none. */
  read(name: string): Promise<Buffer | null>;
  exists(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Takes away what a process that died had staged before `before`, epoch milliseconds. */
  removeStaged(before: number): Promise<void>;
}

/** Files in a directory of this machine; published ones survive a power cut. */
export function localFiles(directory: string): StoredFiles {
  const incoming = join(directory, 'incoming');
  return {
    async stage(bytes) {
      await mkdir(incoming, { recursive: true });
      const place = join(incoming, randomUUID());
      const handle = await open(place, 'wx');
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      return { place };
    },
    async publish(file, name) {
      const target = join(directory, name);
      const isNew = await mkdir(dirname(target), { recursive: true });
      try {
        await rename(file.place, target);
      } catch (error) {
        // The directory may have gone with the last file of a picture that was taken away just now.
        await rm(file.place, { force: true });
        throw error;
      }
      await syncDirectory(dirname(target));
      if (isNew) await syncDirectory(dirname(dirname(target)));
    },
    discard: (file) => rm(file.place, { force: true }),
    read: (name) => readFile(join(directory, name)).catch(nullWhereMissing),
    exists: (name) =>
      access(join(directory, name), constants.R_OK).then(
        () => true,
        () => false,
      ),
    async remove(name) {
      await rm(join(directory, name), { force: true });
      // The last file takes its directory with it.
      await rmdir(dirname(join(directory, name))).catch(() => undefined);
    },
    async removeStaged(before) {
      for (const file of (await readdir(incoming).catch(nullWhereMissing)) ?? []) {
        const place = join(incoming, file);
        const status = await stat(place).catch(nullWhereMissing);
        if (status && status.mtimeMs < before) await rm(place, { force: true });
      }
    },
  };
}

/** The name in a directory is on the disk only once the directory is. */
async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory, and writes its names without being asked.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullWhereMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
  throw error;
}
