import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { connect } from '#server/database/connect.ts';
import { parseSettings } from '#server/settings.ts';
import { openShop } from '../prove/shop-process.ts';
import { seedLoad } from '../seed-load.ts';
import { processorSeconds } from './processor-time.ts';

export interface WriteFigures {
  /** What the disk does by itself: a page written and synced, one after another, per second. */
  syncsPerSecond: number;
  calls: { name: string; perSecond: number; processorMilliseconds: number }[];
}

const perCall = 1_000;
/** Calls before them, which are not counted: a shop that has run for a minute is compiled. */
const toWarmUp = 500;
const connections = 8;
const pageBytes = 4_096;

/** Changes of the cart, holds, checkouts and confirmations one after another on SQLite, beside the disk's own rate. */
export async function measureWrites(directory: string): Promise<WriteFigures> {
  const databaseUrl = `file:${join(directory, 'writes.db')}`;
  const tokens = await fill(databaseUrl, directory);
  const shop = await openShop({ databaseUrl, directory });
  const listings = await allListings(shop.address);
  const free = listings.filter(({ status, unique, reserved }) => status === 'available' && unique && !reserved);
  const [edition] = listings.filter(({ status, unique }) => status === 'available' && !unique);
  if (!edition) throw new Error('the seed hangs editions');
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = (method: string, path: string, token: string, body: object) =>
    call(agent, `${shop.address}/api${path}`, method, token, body);
  const warmers = tokens.slice(1, toWarmUp + 1);
  const buyers = tokens.slice(toWarmUp + 1, toWarmUp + perCall + 1);
  const pieceOf = (index: number): Piece => free[index % free.length] ?? edition;
  const dates = new Map<string, string>();

  const measure = async (name: string, act: (token: string, index: number) => Promise<unknown>) => {
    await together(warmers, act);
    const before = { at: performance.now(), processor: processorSeconds(shop.child.pid) };
    await together(buyers, act);
    const seconds = (performance.now() - before.at) / 1_000;
    const processor = processorSeconds(shop.child.pid) - before.processor;
    return { name, perSecond: buyers.length / seconds, processorMilliseconds: (processor * 1_000) / buyers.length };
  };
  const items = [{ listingId: edition.id, price: edition.price }];
  const calls = [
    await measure('cart change', (token, index) => send('POST', '/cart/add', token, { listingId: pieceOf(index).id })),
    await measure('checkout', async (token) => {
      dates.set(token, (await send('POST', '/orders/checkout', token, { items })).orderDate);
    }),
    await measure('confirmation', (token) =>
      send('POST', '/orders/confirm-payment', token, { orderDate: dates.get(token), listingIds: [edition.id] }),
    ),
    await measure('hold given and taken back', async (token, index) => {
      const held = await send('POST', '/holds', token, { listingIds: [pieceOf(index).id] }).catch(() => null);
      if (held) await send('DELETE', '/holds', token, {});
    }),
  ];
  agent.destroy();
  await shop.stop();
  return { syncsPerSecond: syncRate(join(directory, 'sync')), calls };
}

async function allListings(address: string): Promise<Piece[]> {
  const all: Piece[] = [];
  for (let page = 1; ; page += 1) {
    const { listings, total } = await (await fetch(`${address}/api/listings?pageSize=200&page=${page}`)).json();
    all.push(...listings);
    if (all.length >= total) return all;
  }
}

interface Piece {
  id: string;
  price: number;
  status: string;
  unique: boolean;
  reserved: boolean;
}

async function fill(databaseUrl: string, directory: string): Promise<string[]> {
  const settings = parseSettings({ DATABASE_URL: databaseUrl, DATA_DIR: directory });
  const database = await connect(settings.database);
  try {
    return await seedLoad(database, { listings: 2_500, orders: 100, users: toWarmUp + perCall + 50 }, Date.now());
  } finally {
    await database.close();
  }
}

async function together(tokens: readonly string[], act: (token: string, index: number) => Promise<unknown>) {
  const waiting = tokens.entries();
  const work = async () => {
    for (const [index, token] of waiting) await act(token, index);
  };
  await Promise.all(Array.from({ length: connections }, work));
}

function call(agent: Agent, url: string, method: string, token: string, body: object): Promise<{ orderDate: string }> {
  const text = JSON.stringify(body);
  return new Promise((done, fail) => {
    const headers = {
      'Content-Type': 'application/json',
      // Node sends the body of a DELETE without its length unless it is told.
      'Content-Length': Buffer.byteLength(text),
      Authorization: `Bearer ${token}`,
    };
    const sent = request(url, { method, agent, headers }, (response) => {
      let said = '';
      response.setEncoding('utf8').on('data', (more: string) => {
        said += more;
      });
      response.on('end', () => {
        const isYes = response.statusCode === 200 || response.statusCode === 201;
        return isYes ? done(JSON.parse(said)) : fail(new Error(`${url} answered ${response.statusCode}: ${said}`));
      });
    });
    sent.once('error', fail);
    sent.end(text);
  });
}

/** As SQLite does at each commit: a page appended, then fdatasync. */
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
