import { expect, test, vi } from 'vitest';
import { createUploadQueue, type Pause, type Sent, type Upload } from './upload-queue.ts';

test('reports a refused file and uploads the others', async () => {
  const { queue, answer, urls, shown } = openQueue();
  queue.add(files('a.jpg', 'notes.txt', 'c.jpg'), () => null);
  await answer('notes.txt', { failure: { message: 'Not a picture.', canRetry: false } });
  await answer('a.jpg', { url: '/a' });
  await answer('c.jpg', { url: '/c' });
  expect(urls).toEqual([
    [1, '/a'],
    [3, '/c'],
  ]);
  expect(shown()).toEqual(['notes.txt failed: Not a picture.']);
});

test('sends three files at a time', async () => {
  const { queue, answer, shown } = openQueue();
  queue.add(files('a', 'b', 'c', 'd', 'e'), () => null);
  expect(shown()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting', 'e waiting']);
  await answer('b', { url: '/b' });
  expect(shown()).toEqual(['a sending', 'c sending', 'd sending', 'e waiting']);
});

test('stops a cancelled upload and starts the next one', async () => {
  const { queue, answer, shown, urls, signals } = openQueue();
  queue.add(files('a', 'b', 'c', 'd'), () => null);
  queue.cancel(2);
  expect(signals.get('b')?.aborted).toBe(true);
  expect(shown()).toEqual(['a sending', 'c sending', 'd sending']);
  await answer('b', { url: '/b' });
  expect(urls).toEqual([]);
});

test('sends a failed file again under the same id', async () => {
  const { queue, answer, shown, urls } = openQueue();
  queue.add(files('a', 'b'), () => null);
  await answer('a', { failure: { message: 'Network error', canRetry: true } });
  await answer('b', { url: '/b' });
  queue.retry(1);
  expect(shown()).toEqual(['a sending']);
  await answer('a', { url: '/a' });
  expect(urls).toEqual([
    [2, '/b'],
    [1, '/a'],
  ]);
  expect(shown()).toEqual([]);
});

test('does not send a file that fails the checks', () => {
  const { queue, shown, signals } = openQueue();
  queue.add(files('a', 'large'), ({ name }) => (name === 'large' ? 'Too large.' : null));
  expect(shown()).toEqual(['a sending', 'large failed: Too large.']);
  expect([...signals.keys()]).toEqual(['a']);
});

test('aborts running uploads and sends nothing more after it is closed', async () => {
  const { queue, answer, urls, signals } = openQueue();
  queue.add(files('a', 'b', 'c', 'd'), () => null);
  queue.close();
  await answer('a', { url: '/a' });
  expect(urls).toEqual([]);
  expect([...signals.entries()].map(([name, { aborted }]) => [name, aborted])).toEqual([
    ['a', true],
    ['b', true],
    ['c', true],
  ]);
});

test('keeps all files when the connection breaks, and sends them again after 2, 4, ... 60 seconds', async () => {
  vi.useFakeTimers();
  const { queue, answer, shown, pauses, urls } = openQueue();
  queue.add(files('a', 'b', 'c', 'd'), () => null);
  const broken = { pause: { message: 'No connection', isTimed: true } };
  for (const name of ['a', 'b', 'c']) await answer(name, broken);
  expect(shown()).toEqual(['a waiting', 'b waiting', 'c waiting', 'd waiting']);
  for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(shown()[0]).toBe('a waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(shown()[0]).toBe('a sending');
    for (const name of ['a', 'b', 'c']) await answer(name, broken);
  }
  expect(pauses.at(-1)).toBe('No connection');
  // Callers resume for example when the browser is online again.
  queue.resume();
  await answer('a', { url: '/a' });
  expect([urls, pauses.at(-1)]).toEqual([[[1, '/a']], null]);
  expect(shown()).toEqual(['b sending', 'c sending', 'd sending']);
  queue.close();
  vi.useRealTimers();
});

test('pauses after a refusal that is not about the file, until it is resumed', async () => {
  vi.useFakeTimers();
  const { queue, answer, shown, pauses } = openQueue();
  queue.add(files('a', 'b', 'c', 'd'), () => null);
  await answer('a', { pause: { message: 'Full', isTimed: false } });
  await answer('b', { failure: { message: 'Not a picture.', canRetry: false } });
  await answer('c', { pause: { message: 'Full', isTimed: false } });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(shown()).toEqual(['a waiting', 'b failed: Not a picture.', 'c waiting', 'd waiting']);
  expect(pauses).toEqual(['Full']);
  queue.resume();
  expect(shown()[0]).toBe('a sending');
  for (const id of [1, 3, 4]) queue.cancel(id);
  expect(pauses).toEqual(['Full', null]);
  vi.useRealTimers();
});

function openQueue() {
  const pauses: (Pause['message'] | null)[] = [];
  const urls: [number, string][] = [];
  const signals = new Map<string, AbortSignal>();
  const answers = new Map<string, (sent: Sent) => void>();
  let uploads: readonly Upload[] = [];
  const queue = createUploadQueue({
    send: (file, { signal }) => {
      signals.set(file.name, signal);
      return new Promise((resolve) => answers.set(file.name, resolve));
    },
    onUploaded: (url, id) => urls.push([id, url]),
    onChange: (next) => {
      uploads = next;
    },
    onPause: (pause) => pauses.push(pause?.message ?? null),
  });
  return {
    queue,
    urls,
    pauses,
    signals,
    shown: () =>
      uploads.map(({ file, state, failure }) => `${file.name} ${state}${failure ? `: ${failure.message}` : ''}`),
    async answer(name: string, sent: Sent) {
      answers.get(name)?.(sent);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

const files = (...names: string[]) => names.map((name) => new File(['x'], name));
