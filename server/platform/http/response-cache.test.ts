import { beforeEach, describe, expect, it } from 'vitest';
import { isOneOfMany } from './page-address.ts';
import { type RenderedResponse, ResponseCache } from './response-cache.ts';

let revision: number;
let now: number;
let rendered: number;
let cache: ResponseCache;

beforeEach(() => {
  revision = 1;
  now = 1_000;
  rendered = 0;
  cache = createCache({ plain: 1_000, others: 500 });
});

const createCache = (capacity: { plain: number; others: number }) =>
  new ResponseCache({ capacity, isOneOfMany, revision: () => revision, clock: () => now, headers: {} });

const page = (shows: string, rest: Partial<RenderedResponse> = {}): RenderedResponse => {
  rendered += 1;
  return { status: 200, headers: {}, body: Buffer.from(shows), expiresAt: null, ...rest };
};
const find = async (key: string, render: () => Promise<RenderedResponse>) =>
  String((await cache.find(key, null, render)).body);

describe('A public response', () => {
  it('is rendered once while nothing changes, and again after a change', async () => {
    await find('/', async () => page('available'));
    expect(await find('/', async () => page('never'))).toBe('available');
    revision = 2;
    expect(await find('/', async () => page('sold'))).toBe('sold');
    expect(rendered).toBe(2);
  });

  it('is rendered once for requests that arrive while it is being rendered', async () => {
    const slow = Promise.withResolvers<void>();
    const render = async () => {
      await slow.promise;
      return page('available');
    };
    const found = [find('/', render), find('/', render), find('/', render)];
    slow.resolve();
    expect(await Promise.all(found)).toEqual(['available', 'available', 'available']);
    expect(rendered).toBe(1);
  });

  it('is rendered once for all encodings', async () => {
    const render = async () => page('available '.repeat(20));
    cache = createCache({ plain: 100_000, others: 1 });
    const found = await Promise.all(
      ([null, 'br', 'gzip', 'br'] as const).map((encoding) => cache.find('/', encoding, render)),
    );
    expect(new Set(found.map(({ etag }) => etag)).size).toBe(1);
    expect(rendered).toBe(1);
  });

  it('whose rendering began before a change is not sent to requests after it', async () => {
    const slow = Promise.withResolvers<void>();
    const before = find('/', async () => {
      await slow.promise;
      return page('available');
    });
    await Promise.resolve();
    revision = 2;
    expect(await find('/', async () => page('sold'))).toBe('sold');
    slow.resolve();
    expect(await before).toBe('available');
    expect(await find('/', async () => page('never'))).toBe('sold');
  });

  it('is not cached when it changes while it is being rendered', async () => {
    await find('/', async () => {
      revision = 2;
      return page('available');
    });
    expect(await find('/', async () => page('sold'))).toBe('sold');
  });

  it('expires with the first hold it shows, also for requests that waited for it', async () => {
    await find('/', async () => page('reserved', { expiresAt: 2_000 }));
    now = 1_999;
    expect(await find('/', async () => page('never'))).toBe('reserved');
    now = 2_000;
    const slow = Promise.withResolvers<void>();
    const first = find('/', async () => {
      await slow.promise;
      return page('reserved again', { expiresAt: 3_000 });
    });
    const second = find('/', async () => page('available'));
    await Promise.resolve();
    now = 3_000;
    slow.resolve();
    expect(await first).toBe('reserved again');
    expect(await second).toBe('available');
  });

  it('is not cached with another status than 200, and neither is a failure', async () => {
    await find('/x', async () => page('not found', { status: 404 }));
    expect(await find('/x', async () => page('found'))).toBe('found');
    await expect(find('/y', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await find('/y', async () => page('back'))).toBe('back');
  });

  it('is dropped when memory is needed and it is the least recently used one', async () => {
    const large = (address: string) => page(address.padEnd(300));
    for (const address of ['/a', '/b']) await find(address, async () => large(address));
    await find('/a', async () => page('never'));
    await find('/c', async () => large('/c'));
    expect((await find('/a', async () => page('anew'))).trim()).toBe('/a');
    expect(await find('/b', async () => page('anew'))).toBe('anew');
  });

  it('stays when somebody asks for every combination of filters and for invented pages of the panel', async () => {
    await find('/collection', async () => page('all pieces'));
    for (let number = 0; number < 50; number += 1)
      for (const address of [
        `/collection?size=s&page=${number}`,
        `/admin/orders/${number}`,
        `/vi/admin/orders/${number}`,
      ])
        await find(address, async () => page('x'.repeat(100)));
    expect(await find('/collection', async () => page('never'))).toBe('all pieces');
    expect(await find('/admin/orders/49', async () => page('never'))).toBe('x'.repeat(100));
    expect(await find('/admin/orders/1', async () => page('anew'))).toBe('anew');
    expect(cache.size).toBeLessThan(700);
  });

  it('counts with the bytes of its key and headers', async () => {
    const key = `/${'k'.repeat(500)}`;
    await find(key, async () => page('with a long key', { headers: { 'X-Long': 'x'.repeat(500) } }));
    expect(await find(key, async () => page('anew'))).toBe('anew');
  });
});
