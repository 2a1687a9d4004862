import type { FileStorage, StagedFile } from '#server/platform/object-storage/file-storage.ts';
import type { StoredPicture } from './media.queries.ts';
import { storedNameOf } from './stored-name.ts';
import { fileNamesOf, removeFilesOf } from './variants.ts';

export interface NamedFile {
  file: StagedFile;
  name: string;
}

/**
 * Publishes the files and writes their rows, or neither. Before that it notes the names of the files, so that the next start can
 * delete them when this process dies before the rows are written, or cannot undo because the disk or the database fails.
 */
export async function publishWithRows(
  files: FileStorage,
  published: readonly NamedFile[],
  writeRows: () => Promise<void>,
  isKnown: (name: string) => Promise<boolean>,
): Promise<void> {
  const discardAll = () => Promise.all(published.map(({ file }) => files.discard(file)));
  const note = await files.note(published.map(({ name }) => name)).catch(async (error: unknown) => {
    await discardAll();
    throw error;
  });
  try {
    for (const { file, name } of published) await files.publish(file, name);
    await writeRows();
  } catch (error) {
    await discardAll();
    for (const { name } of published) if (!(await isKnown(name))) await files.remove(name);
    await files.discard(note);
    throw error;
  }
  await files.discard(note);
}

/**
 * Deletes rows and then files. Before that it notes the names of the files, so that the next start deletes those without rows when
 * this process dies in between, or the files cannot be deleted. A picture that somebody has uploaded again since keeps its files.
 */
export async function removeWithRows(
  files: FileStorage,
  candidates: readonly StoredPicture[],
  deleteRows: () => Promise<readonly StoredPicture[]>,
  isKnown: (name: string) => Promise<boolean>,
): Promise<void> {
  const note = await files.note(candidates.flatMap(fileNamesOf));
  for (const picture of await deleteRows())
    if (!(await isKnown(storedNameOf(picture.url)))) await removeFilesOf(files, picture);
  await files.discard(note);
}
