import { beforeEach, describe, expect, it } from 'vitest';
import { createPageCache, type Kept, type PageCache } from './page-cache.ts';

interface TestPage extends Kept {
  shows: string;
}

let revision: number;
let now: number;
let made: number;
let cache: PageCache<TestPage>;

beforeEach(() => {
  revision = 1;
  now = 1_000;
  made = 0;
  cache = createPageCache({ capacity: 100, revision: () => revision, clock: () => now });
});

const page = (shows: string, rest: Partial<TestPage> = {}): TestPage => {
  made += 1;
  return { shows, size: 10, expiresAt: null, keepable: true, ...rest };
};

describe('a page that is the same for everybody', () => {
  it('is made once while nothing changes, and anew after a change', async () => {
    await cache.find('/', async () => page('available'));
    expect((await cache.find('/', async () => page('never'))).shows).toBe('available');
    revision = 2;
    expect((await cache.find('/', async () => page('sold'))).shows).toBe('sold');
    expect(made).toBe(2);
  });

  it('is made once for those who ask while it is being made', async () => {
    const slow = Promise.withResolvers<void>();
    const make = async () => {
      await slow.promise;
      return page('available');
    };
    const asked = [cache.find('/', make), cache.find('/', make), cache.find('/', make)];
    slow.resolve();
    expect((await Promise.all(asked)).map(({ shows }) => shows)).toEqual(['available', 'available', 'available']);
    expect(made).toBe(1);
  });

  it('that was begun before a change is not shown to who asks after it', async () => {
    const slow = Promise.withResolvers<void>();
    const before = cache.find('/', async () => {
      await slow.promise;
      return page('available');
    });
    await Promise.resolve();
    revision = 2;
    expect((await cache.find('/', async () => page('sold'))).shows).toBe('sold');
    slow.resolve();
    expect((await before).shows).toBe('available');
    expect((await cache.find('/', async () => page('never'))).shows).toBe('sold');
  });

  it('ends when the first hold it shows does, for those who waited for it too', async () => {
    await cache.find('/', async () => page('reserved', { expiresAt: 2_000 }));
    now = 1_999;
    expect((await cache.find('/', async () => page('never'))).shows).toBe('reserved');
    now = 2_000;
    const slow = Promise.withResolvers<void>();
    const first = cache.find('/', async () => {
      await slow.promise;
      return page('reserved again', { expiresAt: 3_000 });
    });
    const second = cache.find('/', async () => page('available'));
    await Promise.resolve();
    now = 3_000;
    slow.resolve();
    expect((await first).shows).toBe('reserved again');
    expect((await second).shows).toBe('available');
  });

  it('is not kept when it failed or is not there, and a failure is not kept either', async () => {
    await cache.find('/x', async () => page('not found', { keepable: false }));
    expect((await cache.find('/x', async () => page('found'))).shows).toBe('found');
    await expect(cache.find('/y', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect((await cache.find('/y', async () => page('back'))).shows).toBe('back');
  });

  it('goes when it was not asked for longest and memory is needed', async () => {
    for (const address of ['/a', '/b']) await cache.find(address, async () => page(address, { size: 40 }));
    await cache.find('/a', async () => page('never'));
    await cache.find('/c', async () => page('/c', { size: 40 }));
    expect((await cache.find('/a', async () => page('anew'))).shows).toBe('/a');
    expect((await cache.find('/b', async () => page('anew', { size: 40 }))).shows).toBe('anew');
  });
});
