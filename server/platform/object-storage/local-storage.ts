import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { access, copyFile, link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncDirectory, writeNewFile } from '../files/durable-files.ts';
import { type FileStorage, incoming, type ListedFile, namesInNote, noteSuffix, smallFileSize } from './file-storage.ts';
import { isAbandoned, temporaryFileName } from './temporary-files.ts';

/** Stores files in a directory of this machine. Published files survive a power cut. */
export function createLocalStorage(directory: string): FileStorage {
  const staging = join(directory, incoming);
  // Syncs all levels, even if this call did not create them: another upload may have created them and not synced them yet.
  const syncNames = async (path: string) => {
    for (const level of [dirname(path), directory, dirname(directory)]) await syncDirectory(level);
  };
  return {
    prepare: async () => undefined,
    async stage(bytes) {
      const path = join(staging, temporaryFileName());
      await stageFile(path, bytes);
      return { path };
    },
    async receive(content) {
      const path = join(staging, temporaryFileName());
      try {
        await mkdir(staging, { recursive: true });
        return { path, ...(await writeStream(content, path)) };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async publish(file, name) {
      const target = join(directory, name);
      await mkdir(dirname(target), { recursive: true });
      try {
        await rename(file.path, target);
      } catch (error) {
        // The target directory is gone if another call removed its last file in the meantime.
        await rm(file.path, { force: true });
        throw error;
      }
      await syncNames(target);
    },
    discard: (file) => rm(file.path, { force: true }),
    read: (name) => readFile(join(directory, name)).catch(nullIfMissing),
    async open(name) {
      const handle = await open(join(directory, name), 'r').catch(nullIfMissing);
      if (!handle) return null;
      const { size } = await handle.stat();
      // The stream closes the file, also when it is destroyed before its end.
      if (size > smallFileSize) return { size, content: handle.createReadStream() };
      return handle.readFile().finally(() => handle.close());
    },
    readPart: (name, start, length) => readPart(join(directory, name), start, length),
    copyTo: (name, path) => linkOrCopy(join(directory, name), path),
    async isPublished(name) {
      const path = join(directory, name);
      const isThere = await access(path, constants.R_OK).then(
        () => true,
        () => false,
      );
      // The process that published it may have died before it synced the directory entry.
      if (isThere) await syncNames(path);
      return isThere;
    },
    async remove(name) {
      await rm(join(directory, name), { force: true });
      // Fails while the directory still contains files.
      await rmdir(dirname(join(directory, name))).catch(() => undefined);
    },
    list: () => listFiles(directory),
    async note(names) {
      const path = join(staging, `${temporaryFileName()}${noteSuffix}`);
      await stageFile(path, names.join('\n'));
      await syncDirectory(staging);
      return { path };
    },
    async recover(before, isKnown) {
      for (const file of (await readdir(staging).catch(nullIfMissing)) ?? []) {
        const path = join(staging, file);
        const status = await stat(path).catch(nullIfMissing);
        if (!status || !isAbandoned(file, { changedAt: status.mtimeMs, before })) continue;
        const note = file.endsWith(noteSuffix) ? await readFile(path, 'utf8').catch(nullIfMissing) : null;
        for (const name of namesInNote(note ?? '')) if (!(await isKnown(name))) await this.remove(name);
        await rm(path, { force: true, recursive: true });
      }
    },
  };
}

async function readPart(path: string, start: number, length: number): Promise<Buffer | null> {
  const handle = await open(path, 'r').catch(nullIfMissing);
  if (!handle) return null;
  const part = handle.read(Buffer.alloc(length), 0, length, start).finally(() => handle.close());
  return (await part).buffer.subarray(0, (await part).bytesRead);
}

/**
 * Returns false if there is no file `from`. A hard link is as good as a copy, because publishing replaces a file and never writes into
 * it.
 */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    // Some file systems have no hard links.
    await link(from, to).catch(() => copyFile(from, to));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The published files, with names relative to the directory. */
async function listFiles(directory: string): Promise<ListedFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: ListedFile[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path).split(sep).join('/');
    const status = entry.isFile() && !name.startsWith(incoming) ? await stat(path).catch(nullIfMissing) : null;
    if (status) files.push({ name, changedAt: status.mtimeMs });
  }
  return files;
}

async function writeStream(content: Readable, path: string): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(content, measured, createWriteStream(path, { flags: 'wx' }));
  return { size, hash: hash.digest('hex') };
}

async function stageFile(path: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeNewFile(path, content);
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
