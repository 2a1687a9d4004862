/** A file and the path of its folder, which begins with the folder that was chosen; empty for a single file. */
export interface ChosenFile {
  file: File;
  folder: string;
}

/** What somebody has chosen or dropped. */
export interface Choice {
  files: readonly ChosenFile[];
  /** Files and folders that the browser could not read. */
  unreadable: number;
}

/** Identifies a chosen file, by the same properties as on the server. */
export const fileKey = ({ file: { name, size, lastModified }, folder }: ChosenFile) =>
  JSON.stringify([name, folder, size, lastModified]);

/** The files of an `<input>`. Those of a chosen folder have their paths in it. */
export function filesOfInput(files: Iterable<File>): Choice {
  const chosen = [...files].map((file) => ({
    file,
    folder: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
  }));
  return { files: chosen, unreadable: 0 };
}

/** The files that were dropped, and those in dropped folders. Must be called while the event is handled; after it the list is empty. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<Choice> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return { files: [...files].map((file) => ({ file, folder: '' })), unreadable: 0 };
  return together(entries.map((entry) => filesOfEntry(entry, '')));
}

/** Joins several choices into one. Those that could not be read are counted. */
async function together(choices: readonly Promise<Choice>[]): Promise<Choice> {
  const settled = await Promise.allSettled(choices);
  const read = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  return {
    files: read.flatMap(({ files }) => files),
    unreadable: settled.length - read.length + read.reduce((count, { unreadable }) => count + unreadable, 0),
  };
}

async function filesOfEntry(entry: FileSystemEntry, folder: string): Promise<Choice> {
  if (entry.isFile) {
    // The cast is safe because of `isFile`.
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return { files: [{ file, folder }], unreadable: 0 };
  }
  const inside = folder === '' ? entry.name : `${folder}/${entry.name}`;
  const entries = await entriesOf((entry as FileSystemDirectoryEntry).createReader());
  return together(entries.map((one) => filesOfEntry(one, inside)));
}

/** All entries of a folder. A reader returns some of them each time, and none at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    found.push(...some);
  }
}

const collator = new Intl.Collator('en', { numeric: true });

/** The pictures in the order in which they are sent, and how many of the files are not pictures. */
export function picturesOf({ files }: Pick<Choice, 'files'>): { pictures: readonly ChosenFile[]; others: number } {
  const pictures = files
    .filter(({ file }) => isPicture(file))
    .toSorted(
      (one, other) => collator.compare(one.folder, other.folder) || collator.compare(one.file.name, other.file.name),
    );
  return { pictures, others: files.length - pictures.length };
}

/** Checks the end of the name, too, because browsers do not know every type. A name that begins with a dot is that of a system file. */
const isPicture = ({ name, type }: File) =>
  !name.startsWith('.') && (/^image\/(?!svg|gif)/.test(type) || /\.(jpe?g|png|webp|avif|hei[cf]|tiff?)$/i.test(name));
