import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseSettings } from '#server/settings.ts';
import { type FakeObjectStore, openObjectStore } from '#server/testing/object-store.ts';
import { createObjectStorage } from './object-storage.ts';

let directory = '';
let store: FakeObjectStore;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lacquer-objects-'));
  store = await openObjectStore(join(directory, 'bucket'));
  // Of all that runs here, only the timeouts of requests use the global setTimeout. Connections have timers of Node, which stay real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  await rm(directory, { recursive: true });
});

const storage = () => {
  const { objectStore } = parseSettings({ MEDIA_URL: store.mediaUrl });
  if (!objectStore) throw new Error('MEDIA_URL names no object store');
  return createObjectStorage(objectStore, directory);
};

/** The size of a file in bytes, and the seconds that its transfer may take. */
const sizes = [
  ['small', 1_000_000, 30],
  ['large', 40_000_000, 40],
] as const;

it.each(sizes)(
  'Sending a %s file to a bucket ends after the time that a slow line needs, and is not repeated then',
  async (_, bytes, seconds) => {
    const files = storage();
    const file = await files.receive(Readable.from([Buffer.alloc(bytes)]));
    store.behaviour = 'hanging';
    let outcome = 'sending';
    const sending = files.publish(file, 'large').catch((error: unknown) => {
      outcome = String(error);
    });
    await vi.waitFor(() => expect(store.asked).toEqual(['PUT large']));
    await vi.advanceTimersByTimeAsync((seconds - 1) * 1_000);
    expect(outcome).toBe('sending');
    await vi.advanceTimersByTimeAsync(1_000);
    await sending;
    expect(outcome).toContain(`does not answer within ${seconds * 1_000} ms`);
    expect(store.asked).toHaveLength(1);
  },
);

it.each(sizes)(
  'Copying a %s file from a bucket ends after the time that a slow line needs, and leaves no part of it',
  async (_, bytes, seconds) => {
    const files = storage();
    await files.publish(await files.receive(Readable.from([Buffer.alloc(bytes)])), 'large');
    store.behaviour = 'stalling';
    const copy = join(directory, 'copy');
    let outcome = 'copying';
    const copying = files.copyTo('large', copy).catch((error: unknown) => {
      outcome = String(error);
    });
    await vi.waitFor(async () => expect((await stat(copy)).size).toBe(bytes / 2), { interval: 1, timeout: 10_000 });
    await vi.advanceTimersByTimeAsync((seconds - 10) * 1_000);
    expect(outcome).toBe('copying');
    await vi.advanceTimersByTimeAsync(10_000);
    await copying;
    expect(outcome).toContain(`does not send a file within ${seconds * 1_000} ms`);
    await expect(stat(copy)).rejects.toThrow('ENOENT');
  },
);

it('Copying a file from a bucket changes nothing where a file exists already', async () => {
  const files = storage();
  await files.publish(await files.receive(Readable.from([Buffer.from('theirs')])), 'small');
  const copy = join(directory, 'copy');
  await writeFile(copy, 'mine');
  await expect(files.copyTo('small', copy)).rejects.toThrow('EEXIST');
  expect(await readFile(copy, 'utf8')).toBe('mine');
});
