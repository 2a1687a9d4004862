import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { access, copyFile, link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncDirectory } from '#server/database/lasting-directory.ts';
import { isOfTheDead, ownLeftover } from './leftovers.ts';

/** A file that is written, and not yet to be found under a name. */
export type StagedFile = { readonly place: string };

/** A file that is never whole in memory: many who read slowly would each hold one. */
export interface LargeFile {
  /** Bytes. */
  readonly size: number;
  readonly content: Readable;
}

/** Bytes up to which a file counts as small. */
export const small = 1_048_576;

/** A staged file as somebody sent it. */
export interface ReceivedFile extends StagedFile {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of its bytes, hex. */
  readonly hash: string;
}

/** A published file, and when it was written, epoch milliseconds. */
export interface ListedFile {
  readonly name: string;
  readonly changedAt: number;
}

/**
 * Where files are kept, by names such as `<hash>/640.avif`: a folder (below) or an object store (object-store.ts). A file that can be read is whole: it is staged first, published in one step, and never changed afterwards.
 */
export interface StoredFiles {
  /** Before anything else, once. Throws StartRefused where the place itself is wrong. */
  prepare(): Promise<void>;
  stage(bytes: Uint8Array): Promise<StagedFile>;
  /** As it comes, never whole in memory. Where it throws, nothing of the file is left. */
  receive(content: Readable): Promise<ReceivedFile>;
  /** Where it throws, nothing of the file is left. */
  publish(file: StagedFile, name: string): Promise<void>;
  discard(file: StagedFile): Promise<void>;
  /** Null where there is none. */
  read(name: string): Promise<Buffer | null>;
  /** As `read`, but a large one as it is read by whoever asked. */
  open(name: string): Promise<Buffer | LargeFile | null>;
  /** Puts it under another path of this machine too, where nothing is yet; false where there is none. */
  copyTo(name: string, place: string): Promise<boolean>;
  exists(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** All that are published, in any order. */
  list(): Promise<ListedFile[]>;
  /**
   * Written down before files are published whose rows are still to be written, discarded once they are: a process that dies
   * in between leaves files that nobody knows, and this says which.
   */
  note(names: readonly string[]): Promise<StagedFile>;
  /**
   * Clears up after processes that died: what they had staged, and what they had noted and `isKnown` denies. A process of
   * another machine counts as dead once its leftovers are older than `before`, epoch milliseconds.
   */
  recover(before: number, isKnown: (name: string) => Promise<boolean>): Promise<void>;
}

/** Files in a directory of this machine; published ones survive a power cut. */
export function localFiles(directory: string): StoredFiles {
  const incoming = join(directory, 'incoming');
  return {
    prepare: async () => undefined,
    async stage(bytes) {
      const place = join(incoming, ownLeftover());
      await writeSafely(place, bytes);
      return { place };
    },
    async receive(content) {
      const place = join(incoming, ownLeftover());
      try {
        await mkdir(incoming, { recursive: true });
        return { place, ...(await writeStream(content, place)) };
      } catch (error) {
        await rm(place, { force: true });
        throw error;
      }
    },
    async publish(file, name) {
      const target = join(directory, name);
      await mkdir(dirname(target), { recursive: true });
      try {
        await syncFile(file.place);
        await rename(file.place, target);
      } catch (error) {
        // The directory may have gone with the last file of a picture that was taken away just now.
        await rm(file.place, { force: true });
        throw error;
      }
      // All the way up, whoever made the directories: another upload may have made them just now, and not be that far.
      for (const path of [dirname(target), directory, dirname(directory)]) await syncDirectory(path);
    },
    discard: (file) => rm(file.place, { force: true }),
    read: (name) => readFile(join(directory, name)).catch(nullWhereMissing),
    async open(name) {
      const handle = await open(join(directory, name), 'r').catch(nullWhereMissing);
      if (!handle) return null;
      const { size } = await handle.stat();
      // The stream closes its file, read to its end or not.
      if (size > small) return { size, content: handle.createReadStream() };
      return handle.readFile().finally(() => handle.close());
    },
    copyTo: (name, place) => linkOrCopy(join(directory, name), place),
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
    list: () => filesIn(directory),
    async note(names) {
      const place = join(incoming, `${ownLeftover()}${noteEnding}`);
      await writeSafely(place, names.join('\n'));
      await syncDirectory(incoming);
      return { place };
    },
    async recover(before, isKnown) {
      for (const leftover of (await readdir(incoming).catch(nullWhereMissing)) ?? []) {
        const place = join(incoming, leftover);
        const status = await stat(place).catch(nullWhereMissing);
        if (!status || !(isOfTheDead(leftover) || status.mtimeMs < before)) continue;
        const noted = leftover.endsWith(noteEnding) ? await readFile(place, 'utf8').catch(nullWhereMissing) : null;
        for (const name of noted?.split('\n') ?? [])
          if (isFileName(name) && !(await isKnown(name))) await this.remove(name);
        await rm(place, { force: true });
      }
    },
  };
}

export const noteEnding = '.note';

/** A note that was cut short by a power cut may name anything. */
export const isFileName = (name: string) => /^[0-9a-f]{32}\/[a-z0-9]+\.[a-z]+$/.test(name);

/** Files never change, so another name for one is a copy. */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    // Some file systems know no second name.
    await link(from, to).catch(() => copyFile(from, to));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** By their places in the folder, with slashes; what is still coming in is not counted. */
async function filesIn(directory: string): Promise<ListedFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: ListedFile[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path).split(sep).join('/');
    const status = entry.isFile() && !name.startsWith('incoming/') ? await stat(path).catch(nullWhereMissing) : null;
    if (status) files.push({ name, changedAt: status.mtimeMs });
  }
  return files;
}

async function writeStream(content: Readable, place: string): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(content, measured, createWriteStream(place, { flags: 'wx' }));
  return { size, hash: hash.digest('hex') };
}

async function writeSafely(place: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const handle = await open(place, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(place, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
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
