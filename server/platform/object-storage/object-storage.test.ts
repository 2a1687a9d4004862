import { mkdtemp, rm } from 'node:fs/promises';
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
  // Only the timeouts of requests use the global one: the connection to the store keeps its own time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  await rm(directory, { recursive: true });
});

it.each([
  ['small', 1_000_000, 30],
  ['large', 40_000_000, 40],
])(
  'Sending a %s file to a bucket ends after the time that a slow line needs, and is not repeated then',
  async (_, bytes, seconds) => {
    const { objectStore } = parseSettings({ MEDIA_URL: store.mediaUrl });
    if (!objectStore) throw new Error('an object store is named');
    const files = createObjectStorage(objectStore, directory);
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
