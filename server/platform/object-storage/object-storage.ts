import { createWriteStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { S3mini, S3ServiceError } from 's3mini';
import type { ObjectStorePlace } from '#server/settings.ts';
import { StartRefused } from '../failures.ts';
import { type FileStorage, incoming, namesInNote, noteSuffix, type StagedFile, smallFileSize } from './file-storage.ts';
import { createLocalStorage } from './local-storage.ts';
import { ObjectStoreMisconfigured, ObjectStoreUnavailable } from './object-store-errors.ts';
import {
  createRetryingFetch,
  defaultStoreTimeouts,
  type StoreTimeouts,
  timeoutOfFile,
  toStoreError,
} from './retrying-fetch.ts';
import { isAbandoned, temporaryFileName } from './temporary-files.ts';

/**
 * Stores files in a bucket of an S3-compatible store. Files are staged in `directory` of this machine; notes are in the bucket
 * below `incoming/`, where any machine can find them. All methods throw ObjectStoreUnavailable when the store is unavailable.
 */
export function createObjectStorage(
  { endpoint, bucket, prefix, ...keys }: ObjectStorePlace,
  directory: string,
  timeouts: StoreTimeouts = defaultStoreTimeouts,
): FileStorage {
  const client = new S3mini({ ...keys, endpoint: `${endpoint}/${bucket}`, fetch: createRetryingFetch(timeouts) });
  const request = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error: unknown) => {
      throw toStoreError(error);
    });
  const staged = createLocalStorage(directory);
  const notes = new WeakSet<StagedFile>();
  const get = (name: string) => request(client.getObjectResponse(prefix + name));
  const remove = async (name: string) => void (await request(client.deleteObject(prefix + name)));
  const list = async (under: string) => {
    const objects = (await request(client.listObjects('/', prefix + under))) ?? [];
    return objects.map(({ Key, LastModified }) => ({
      name: Key.slice(prefix.length),
      changedAt: LastModified.getTime(),
    }));
  };
  const read = async (name: string) => {
    const response = await get(name);
    return response && request(readContent(response, timeouts.file));
  };
  return {
    prepare: () => requireUsable({ put: (name, text) => request(client.putObject(prefix + name, text)), list, remove }),
    stage: (bytes) => staged.stage(bytes),
    receive: (content) => staged.receive(content),
    async publish(file, name) {
      try {
        await request(client.putObject(prefix + name, await openAsBlob(file.path)));
      } finally {
        await rm(file.path, { force: true });
      }
    },
    async discard(file) {
      if (!notes.delete(file)) return staged.discard(file);
      // A note that remains does no harm: its names are known by then, and a later start removes it.
      await remove(file.path).catch(() => undefined);
    },
    read,
    async open(name) {
      const response = await get(name);
      const size = response ? sizeOf(response) : 0;
      if (!response?.body || size <= smallFileSize)
        return response && request(readContent(response, timeouts.response));
      return { size, content: streamOf(response) };
    },
    async readPart(name, start, length) {
      const asked = client.getObjectRaw(prefix + name, false, start, start + length).catch(nullIfMissing);
      const response = await request(asked);
      return response && request(readContent(response, timeouts.response));
    },
    async copyTo(name, path) {
      const response = await get(name);
      if (!response) return false;
      await request(writeContent(response, path, timeoutOfFile(sizeOf(response), timeouts.file)));
      return true;
    },
    isPublished: async (name) => (await request(client.objectExists(prefix + name))) === true,
    remove,
    list: async () => (await list('')).filter(({ name }) => !name.startsWith(incoming)),
    async note(names) {
      const note = { path: `${incoming}${temporaryFileName()}${noteSuffix}` };
      await request(client.putObject(prefix + note.path, names.join('\n')));
      notes.add(note);
      return note;
    },
    async recover(before, isKnown) {
      await staged.recover(before, isKnown);
      for (const { name: key, changedAt } of await list(incoming)) {
        if (!isAbandoned(key.slice(incoming.length), { changedAt, before })) continue;
        const note = await read(key);
        for (const name of namesInNote(note?.toString('utf8') ?? '')) if (!(await isKnown(name))) await remove(name);
        await remove(key);
      }
    },
  };
}

interface StoreRequests {
  put(name: string, text: string): Promise<unknown>;
  list(under: string): Promise<unknown>;
  remove(name: string): Promise<void>;
}

/** Stores, lists and removes a trial object. Throws StartRefused if the store refuses the shop. */
async function requireUsable({ put, list, remove }: StoreRequests): Promise<void> {
  const trial = `${incoming}${temporaryFileName()}.trial`;
  try {
    await put(trial, 'May the shop write here?');
    await list(trial);
    await remove(trial);
  } catch (error) {
    if (error instanceof ObjectStoreMisconfigured) throw new StartRefused(`MEDIA_URL: ${error.message}`);
    throw error;
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof S3ServiceError && error.status === 404) return null;
  throw error;
}

const streamOf = (response: Response): Readable =>
  response.body ? Readable.fromWeb(response.body as import('node:stream/web').ReadableStream) : Readable.from([]);

/** The size of the content in bytes; 0 if the store does not say. */
const sizeOf = (response: Response) => Number(response.headers.get('content-length') ?? 0);

const readContent = (response: Response, timeout: number): Promise<Buffer> => receive(response, timeout, buffer);

/** Writes a file that does not exist yet. If it throws, nothing of the file remains. */
async function writeContent(response: Response, path: string, timeout: number): Promise<void> {
  try {
    await receive(response, timeout, (content) => pipeline(content, createWriteStream(path, { flags: 'wx' })));
  } catch (error) {
    // A file that existed before this call stays.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) await rm(path, { force: true });
    throw error;
  }
}

async function receive<Result>(
  response: Response,
  timeout: number,
  consume: (content: Readable) => Promise<Result>,
): Promise<Result> {
  const content = streamOf(response);
  const tooSlow = new ObjectStoreUnavailable(`the object store does not send a file within ${timeout} ms`);
  const timer = setTimeout(() => content.destroy(tooSlow), timeout);
  try {
    return await consume(content);
  } finally {
    clearTimeout(timer);
  }
}
