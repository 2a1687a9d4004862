import { limits } from '#contract/limits.ts';

/** A file and the path of its folder, which begins with the folder that was chosen; empty for a single file. */
export interface ChosenFile {
  file: File;
  folder: string;
}

/** The pictures of a choice in the order in which they are sent, and what is left out. */
export interface Choice {
  pictures: readonly ChosenFile[];
  /** Files that are no pictures. */
  others: number;
  /** Pictures beyond the number that may wait. */
  tooMany: number;
}

/** Files of an `<input>`; those of a chosen folder know their paths in it. */
export function filesOfInput(files: Iterable<File>): ChosenFile[] {
  return [...files].map((file) => ({
    file,
    folder: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
  }));
}

/** Files and folders that were dropped. Call it in the event: later the browser has forgotten them. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...files].map((file) => ({ file, folder: '' }));
  return (await Promise.all(entries.map((entry) => filesOfEntry(entry, '')))).flat();
}

async function filesOfEntry(entry: FileSystemEntry, folder: string): Promise<ChosenFile[]> {
  if (entry.isFile) {
    // `isFile` says which of the two it is.
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, folder }];
  }
  const inside = folder === '' ? entry.name : `${folder}/${entry.name}`;
  const entries = await entriesOf((entry as FileSystemDirectoryEntry).createReader());
  return (await Promise.all(entries.map((one) => filesOfEntry(one, inside)))).flat();
}

/** A reader returns some of the entries each time, and none at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    found.push(...some);
  }
}

const collator = new Intl.Collator('en', { numeric: true });

export function choiceOf(files: readonly ChosenFile[]): Choice {
  const pictures = files
    .filter(({ file }) => isPicture(file))
    .toSorted(
      (one, other) => collator.compare(one.folder, other.folder) || collator.compare(one.file.name, other.file.name),
    );
  return {
    pictures: pictures.slice(0, limits.intakePictures),
    others: files.length - pictures.length,
    tooMany: Math.max(0, pictures.length - limits.intakePictures),
  };
}

/** Browsers know no type of some kinds. Files that begin with a dot are of the system. */
const isPicture = ({ name, type }: File) =>
  !name.startsWith('.') && (/^image\/(?!svg|gif)/.test(type) || /\.(jpe?g|png|webp|avif|hei[cf]|tiff?)$/i.test(name));
