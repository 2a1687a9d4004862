import type { Readable } from 'node:stream';
import { syncFile } from '#server/platform/files/durable-files.ts';
import { createFileStorage } from '#server/platform/object-storage/create-file-storage.ts';
import type { LargeFile } from '#server/platform/object-storage/file-storage.ts';
import { defaultStoreTimeouts } from '#server/platform/object-storage/retrying-fetch.ts';
import type { Shop } from '#server/shop.ts';

/** Milliseconds to send a PDF to an object store: 60 MB over 2 Mbit/s. */
export const storeTimeout = 240_000;

/**
 * Keeps the PDFs in the storage of the pictures, so that every process of the shop can send them. No address below /media leads to
 * them, and backups leave them out.
 */
export function paperFiles({ settings }: Pick<Shop, 'settings'>) {
  const files = createFileStorage(settings, { ...defaultStoreTimeouts, file: storeTimeout });
  const nameOf = (id: string) => `papers/${id}.pdf`;
  return {
    /** Stores a PDF without holding it in memory. Returns its size in bytes. If it throws, nothing remains. */
    async store(id: string, content: Readable): Promise<number> {
      const file = await files.receive(content);
      await syncFile(file.path);
      await files.publish(file, nameOf(id));
      return file.size;
    },
    open: (id: string): Promise<Buffer | LargeFile | null> => files.open(nameOf(id)),
    remove: (id: string): Promise<void> => files.remove(nameOf(id)),
  };
}
