import { join } from 'node:path';
import type { Settings } from '#server/settings.ts';
import type { FileStorage } from './file-storage.ts';
import { createLocalStorage } from './local-storage.ts';
import { createObjectStorage } from './object-storage.ts';
import type { StoreTimeouts } from './retrying-fetch.ts';

/** The storage of the shop's pictures: the object store of MEDIA_URL, or the directory DATA_DIR/media. */
export function createFileStorage(
  { dataDirectory, objectStore }: Pick<Settings, 'dataDirectory' | 'objectStore'>,
  timeouts?: StoreTimeouts,
): FileStorage {
  const directory = join(dataDirectory, 'media');
  return objectStore ? createObjectStorage(objectStore, directory, timeouts) : createLocalStorage(directory);
}
