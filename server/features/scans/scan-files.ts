import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFile } from '#server/platform/files/durable-files.ts';
import { createFileStorage } from '#server/platform/object-storage/create-file-storage.ts';
import type { StagedFile } from '#server/platform/object-storage/file-storage.ts';
import { defaultStoreTimeouts } from '#server/platform/object-storage/retrying-fetch.ts';
import { temporaryFileName } from '#server/platform/object-storage/temporary-files.ts';
import type { Shop } from '#server/shop.ts';

/** How long sending a file to an object store may take, milliseconds: 620 MB at 8 Mbit/s. */
export const storeTimeout = 11 * 60_000;

/** The names of the files of a scan, in the storage of the pictures. No path of /media leads to them. */
export const originalName = (id: string) => `scans/${id}.original`;
export const tilesName = (id: string) => `scans/${id}.tiles`;

/** The files of scans in the storage of the pictures, so that every process of the shop can serve them and continue making tiles. */
export function scanFiles({ settings }: Pick<Shop, 'settings'>) {
  const files = createFileStorage(settings, { ...defaultStoreTimeouts, file: storeTimeout });
  return {
    /** Moves a complete file of this machine to the storage, under `name`. */
    async publish(file: StagedFile, name: string): Promise<void> {
      await syncFile(file.path);
      await files.publish(file, name);
    },
    readPart: files.readPart,
    copyTo: files.copyTo,
    remove: files.remove,
    /** Makes a new folder. If this process dies, the next start removes the folder. */
    async makeWorkDirectory(): Promise<string> {
      const directory = join(settings.dataDirectory, 'media', 'incoming', temporaryFileName());
      await mkdir(directory, { recursive: true });
      return directory;
    },
  };
}
