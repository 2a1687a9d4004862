import { join } from 'node:path';
import type { Settings } from '#server/settings.ts';
import { objectFiles } from './object-store.ts';
import { localFiles, type StoredFiles } from './stored-files.ts';

/** The files of the shop's pictures, where its settings say (MEDIA_URL, or else DATA_DIR/media). */
export function filesOfShop({
  dataDirectory,
  objectStore,
}: Pick<Settings, 'dataDirectory' | 'objectStore'>): StoredFiles {
  const directory = join(dataDirectory, 'media');
  return objectStore ? objectFiles(objectStore, directory) : localFiles(directory);
}
