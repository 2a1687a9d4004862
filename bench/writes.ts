import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Listing } from '#contract/catalog.ts';
import { parseSettings } from '#server/settings.ts';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { openShop } from '#server/testing/shop-process.ts';
import { forEachAtOnce } from '../proofs/load/at-once.ts';
import type { Figure } from '../proofs/proof.ts';
import { processorSeconds } from './machine.ts';
import { seedClosedShop } from './seed-load.ts';

const callsOfEachKind = 1_000;
/** Calls before the measured ones, which are not counted: they let V8 compile the shop. */
const toWarmUp = 500;
const connections = 8;
const pageBytes = 4_096;

/** Measures cart changes, checkouts, confirmations and holds on SQLite, one kind after another, and how fast the disk syncs a page. */
export async function measureWrites(directory: string): Promise<Figure[]> {
  const databaseUrl = `file:${join(directory, 'writes.db')}`;
  const settings = parseSettings({ DATABASE_URL: databaseUrl, DATA_DIR: directory });
  const counts = { listings: 2_500, orders: 100, users: toWarmUp + callsOfEachKind + 50 };
  const tokens = await seedClosedShop(settings, counts);
  await using shop = await openShop({ databaseUrl, directory });
  using client = createHttpClient(shop.address, { connections });
  const listings = await allListings(client);
  const free = listings.filter(({ status, unique, reserved }) => status === 'available' && unique && !reserved);
  const [edition] = listings.filter(({ status, unique }) => status === 'available' && !unique);
  if (!edition) throw new Error('the seed has no edition');
  const send = async (method: string, path: string, token: string, body: object) => {
    const answer = await client.request(method, `/api${path}`, { token, body });
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${path} answered ${answer.status}: ${answer.failure ?? answer.raw}`);
    return answerWithDate.parse(answer.body);
  };
  const warmers = tokens.slice(1, toWarmUp + 1);
  const buyers = tokens.slice(toWarmUp + 1, toWarmUp + callsOfEachKind + 1);
  const listingOf = (index: number) => free[index % free.length] ?? edition;
  const dates = new Map<string, string>();

  const measure = async (name: string, act: (token: string, index: number) => Promise<unknown>) => {
    await forEachAtOnce([...warmers.entries()], connections, ([index, token]) => act(token, index));
    const before = { at: performance.now(), processor: processorSeconds(shop.child.pid) };
    await forEachAtOnce([...buyers.entries()], connections, ([index, token]) => act(token, index));
    const seconds = (performance.now() - before.at) / 1_000;
    const processor = processorSeconds(shop.child.pid) - before.processor;
    const millisecondsPerCall = (processor * 1_000) / buyers.length;
    return [
      { what: `${name}, per second`, measured: Math.round(buyers.length / seconds) },
      { what: `${name}, processor time`, measured: millisecondsPerCall, unit: 'ms' },
    ];
  };
  const items = [{ listingId: edition.id, price: edition.price }];
  const figures = [
    ...(await measure('cart change', (token, index) =>
      send('POST', '/cart/add', token, { listingId: listingOf(index).id }),
    )),
    ...(await measure('checkout', async (token) => {
      dates.set(token, (await send('POST', '/orders/checkout', token, { items })).orderDate);
    })),
    ...(await measure('confirmation', (token) =>
      send('POST', '/orders/confirm-payment', token, { orderDate: dates.get(token), listingIds: [edition.id] }),
    )),
    ...(await measure('hold given and taken back', async (token, index) => {
      const held = await send('POST', '/holds', token, { listingIds: [listingOf(index).id] }).catch(() => null);
      if (held) await send('DELETE', '/holds', token, {});
    })),
  ];
  const syncsPerSecond = Math.round(syncRate(join(directory, 'sync')));
  return [{ what: 'a page written and synced by itself, per second', measured: syncsPerSecond }, ...figures];
}

/** Only the answer of a checkout has a date. */
const answerWithDate = z.object({ orderDate: z.string().default('') });

async function allListings(client: HttpClient): Promise<Listing[]> {
  const all: Listing[] = [];
  for (let page = 1; ; page += 1) {
    const { listings, total } = (await client.call('listListings', { query: { pageSize: 200, page } })).body;
    all.push(...listings);
    if (all.length >= total) return all;
  }
}

/** How often per second the disk can do what SQLite does at each commit: append a page, then fdatasync. */
function syncRate(file: string): number {
  const page = Buffer.alloc(pageBytes, 1);
  const descriptor = openSync(file, 'w');
  const until = performance.now() + 2_000;
  let syncs = 0;
  const begun = performance.now();
  for (; performance.now() < until; syncs += 1) {
    writeSync(descriptor, page);
    fdatasyncSync(descriptor);
  }
  const seconds = (performance.now() - begun) / 1_000;
  closeSync(descriptor);
  return syncs / seconds;
}
