import { createWriteStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { S3mini } from 's3mini';
import { StartRefused } from '#server/database/failures.ts';
import type { ObjectStorePlace } from '#server/settings.ts';
import { isOfTheDead, ownLeftover } from './leftovers.ts';
import { StoreAway, StoreRefuses } from './store-away.ts';
import { asStoreAway, patientFetch, type StorePatience, storePatience } from './store-requests.ts';
import { isFileName, localFiles, noteEnding, type StagedFile, type StoredFiles, small } from './stored-files.ts';

/** Below the place's prefix: notes of what is being published, for whichever machine starts next. */
const incoming = 'incoming/';

/**
 * Files in a bucket of an S3-compatible store; what comes in is staged in `directory` of this machine. Everything throws
 * StoreAway where the store cannot be had.
 */
export function objectFiles(
  { endpoint, bucket, prefix, ...keys }: ObjectStorePlace,
  directory: string,
  patience: StorePatience = storePatience,
): StoredFiles {
  const client = new S3mini({ ...keys, endpoint: `${endpoint}/${bucket}`, fetch: patientFetch(patience) });
  const ask = <Answer>(request: Promise<Answer>): Promise<Answer> =>
    request.catch((error: unknown) => {
      throw asStoreAway(error);
    });
  const staged = localFiles(directory);
  const notes = new WeakSet<StagedFile>();
  const get = (name: string) => ask(client.getObjectResponse(prefix + name));
  const remove = async (name: string) => void (await ask(client.deleteObject(prefix + name)));
  const list = async (under: string) => {
    const objects = (await ask(client.listObjects('/', prefix + under))) ?? [];
    return objects.map(({ Key, LastModified }) => ({
      name: Key.slice(prefix.length),
      changedAt: LastModified.getTime(),
    }));
  };
  const read = async (name: string) => {
    const response = await get(name);
    return response && ask(wholeOf(response, patience.file));
  };
  return {
    prepare: () => requireUsable({ put: (name, text) => ask(client.putObject(prefix + name, text)), list, remove }),
    stage: (bytes) => staged.stage(bytes),
    receive: (content) => staged.receive(content),
    async publish(file, name) {
      try {
        await ask(client.putObject(prefix + name, await openAsBlob(file.place)));
      } finally {
        await rm(file.place, { force: true });
      }
    },
    async discard(file) {
      if (!notes.delete(file)) return staged.discard(file);
      // One that stays says nothing wrong: the next start looks at it.
      await remove(file.place).catch(() => undefined);
    },
    read,
    async open(name) {
      const response = await get(name);
      const size = Number(response?.headers.get('content-length') ?? 0);
      if (!response?.body || size <= small) return response && ask(wholeOf(response, patience.answer));
      return { size, content: contentOf(response) };
    },
    async copyTo(name, place) {
      const response = await get(name);
      if (!response) return false;
      await ask(pipeline(contentOf(response), createWriteStream(place, { flags: 'wx' })));
      return true;
    },
    exists: async (name) => (await ask(client.objectExists(prefix + name))) === true,
    remove,
    list: async () => (await list('')).filter(({ name }) => !name.startsWith(incoming)),
    async note(names) {
      const note = { place: `${incoming}${ownLeftover()}${noteEnding}` };
      await ask(client.putObject(prefix + note.place, names.join('\n')));
      notes.add(note);
      return note;
    },
    async recover(before, isKnown) {
      await staged.recover(before, isKnown);
      for (const { name: place, changedAt } of await list(incoming)) {
        if (!(isOfTheDead(place.slice(incoming.length)) || changedAt < before)) continue;
        const noted = await read(place);
        for (const name of noted?.toString('utf8').split('\n') ?? [])
          if (isFileName(name) && !(await isKnown(name))) await remove(name);
        await remove(place);
      }
    },
  };
}

interface Trials {
  put(name: string, text: string): Promise<unknown>;
  list(under: string): Promise<unknown>;
  remove(name: string): Promise<void>;
}

/** Everything that the shop will do, once. */
async function requireUsable({ put, list, remove }: Trials): Promise<void> {
  const trial = `${incoming}${ownLeftover()}.trial`;
  try {
    await put(trial, 'May the shop write here?');
    await list(trial);
    await remove(trial);
  } catch (error) {
    if (error instanceof StoreRefuses) throw new StartRefused(`MEDIA_URL: ${error.message}`);
    throw error;
  }
}

const contentOf = (response: Response): Readable =>
  response.body ? Readable.fromWeb(response.body as import('node:stream/web').ReadableStream) : Readable.from([]);

async function wholeOf(response: Response, patience: number): Promise<Buffer> {
  const content = contentOf(response);
  const slow = new StoreAway(`the object store does not send a file within ${patience} ms`);
  const timer = setTimeout(() => content.destroy(slow), patience);
  try {
    return await buffer(content);
  } finally {
    clearTimeout(timer);
  }
}
