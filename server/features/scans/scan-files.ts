import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileStorage } from '#server/platform/object-storage/create-file-storage.ts';
import type { StagedFile } from '#server/platform/object-storage/file-storage.ts';
import { defaultStoreTimeouts } from '#server/platform/object-storage/retrying-fetch.ts';
import { temporaryFileName } from '#server/platform/object-storage/temporary-files.ts';
import type { Shop } from '#server/shop.ts';

/** Milliseconds to send a file to an object store: 620 MB over 8 Mbit/s. */
export const storeTimeout = 11 * 60_000;

/** The names of the files of a scan, in the storage of the pictures. No path of /media leads to them. */
export const originalName = (id: string) => `scans/${id}.original`;
export const tilesName = (id: string) => `scans/${id}.tiles`;

/** The files of scans in the storage of the pictures, so that every process of the shop can send and continue them. */
export function scanFiles({ settings }: Pick<Shop, 'settings'>) {
  const files = createFileStorage(settings, { ...defaultStoreTimeouts, file: storeTimeout });
  return {
    /** Gives a complete file of this machine its name in the storage. */
    async publish(file: StagedFile, name: string): Promise<void> {
      const handle = await open(file.path, 'r+');
      await handle.sync().finally(() => handle.close());
      await files.publish(file, name);
    },
    readPart: files.readPart,
    copyTo: files.copyTo,
    remove: files.remove,
    /** Makes a folder, which the next start removes if this process dies. */
    async makeWorkDirectory(): Promise<string> {
      const directory = join(settings.dataDirectory, 'media', 'incoming', temporaryFileName());
      await mkdir(directory, { recursive: true });
      return directory;
    },
  };
}
