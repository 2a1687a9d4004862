import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '#contract/limits.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, type ShopProcess } from '#server/testing/shop-process.ts';
import { becomesTrue } from '#server/testing/waiting.ts';
import { atLeast, atMost, type Figure, type Outcome, type Run } from '../proof.ts';
import { exchange, openSocket } from '../raw-http.ts';
import { cardKey, failureOf, type LimitsFixture, memoryOf, metricsToken, type Part, sendEnquiry } from './fixture.ts';

/** A public call whose body may have `limits.publicBody` bytes. */
const call = '/api/payments/stripe/events';
const megabyte = 1_048_576;
/** Bytes of bodies that may be arriving: of one client, and in all (server/platform/http/bodies.ts). */
const arriving = { ofClient: 4 * megabyte, inAll: 32 * megabyte };

/**
 * Bodies that are never finished, of one client and of many, to a shop with rate limits. What exceeds the limits must be refused;
 * meanwhile pages and another client must be answered, and everybody afterwards.
 */
export async function unfinishedBodies(run: Run): Promise<Outcome> {
  const directory = join(run.directory, 'arriving');
  const settings = { RATE_LIMITS: 'on', CARD_KEY: cardKey, LOG_LEVEL: 'error' };
  await using shop = await openShop({ databaseUrl: await run.newDatabase(), directory, settings });
  using other = createHttpClient(shop.address, { from: '127.0.0.9' });
  const violations: string[] = [];
  const expect = async (what: string, answer: ReturnType<typeof sendEnquiry>) => {
    const failure = failureOf(await answer);
    if (failure) violations.push(`${what}: ${failure}`);
  };
  const fit = { ofClient: arriving.ofClient / limits.publicBody, inAll: arriving.inAll / limits.publicBody };
  const alone = await beginBodies(shop, ['127.0.0.2'], fit.ofClient + 20, fit.ofClient);
  await expect('an enquiry of another client beside the bodies of one', sendEnquiry(other));
  alone.end();
  const clients = Array.from({ length: 10 }, (_, at) => `127.0.0.${at + 20}`);
  const crowd = await beginBodies(shop, clients, fit.ofClient, fit.inAll);
  await expect('a page beside the bodies of a crowd', other.request('GET', '/'));
  await expect('an enquiry of another client beside the bodies of a crowd', sendEnquiry(other));
  crowd.end();
  await wait(200);
  await expect('an enquiry after the bodies of a crowd', sendEnquiry(other));
  const refused = (what: string, of: { sent: number; refused: number }, fits: number): Figure =>
    atLeast(of.sent - fits, `${what}: refused of ${of.sent} unfinished bodies`, of.refused);
  return {
    violations,
    figures: [
      refused('one client', alone, fit.ofClient),
      refused('ten clients', crowd, fit.inAll),
      ...(await longPipelines(shop)),
    ],
  };
}

/** Begins so many bodies for each client, all of the largest size, and waits until those that do not fit are refused. */
async function beginBodies(shop: ShopProcess, clients: readonly string[], each: number, fits: number) {
  const sockets = await Promise.all(
    clients.flatMap((from) => Array.from({ length: each }, () => openSocket(shop.address, from))),
  );
  const head = `POST ${call} HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: ${limits.publicBody}\r\n\r\n{`;
  let refused = 0;
  for (const socket of sockets) {
    socket.once('data', (bytes: Buffer) => {
      if (/^HTTP\/1\.1 (503|408)/.test(bytes.toString('latin1'))) refused += 1;
    });
    socket.write(head);
  }
  await becomesTrue(() => refused >= sockets.length - fits, { patience: 5_000, every: 50 });
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { sent: sockets.length, refused, end };
}

/** A connection with 100 requests in one packet must be closed, and one with 30 must get every answer. */
async function longPipelines({ address }: ShopProcess): Promise<Figure[]> {
  const request = 'GET /api/health HTTP/1.1\r\nHost: shop.test\r\n\r\n';
  const send = (count: number) => exchange(address, { chunks: [request.repeat(count)], atLeast: count, atMost: count });
  const [short, long] = [await send(30), await send(100)];
  return [
    atLeast(30, 'answers to 30 requests in one packet', short.answers.length),
    atMost(33, 'answers to 100 requests in one packet', long.answers.length),
  ];
}

/** Many clients send many requests in one packet and read no answer: answers that nobody reads must not be made. */
export const unreadAnswers: Part = async (fixture) => {
  const { shop, run } = fixture;
  const before = memoryOf(fixture);
  const sockets = await Promise.all(
    Array.from({ length: run.size === 'full' ? 200 : 60 }, () => openSocket(shop.address)),
  );
  for (const [at, socket] of sockets.entries()) {
    const requests = Array.from(
      { length: 30 },
      (_, number) => `GET /api/collection?price-from=${1 + at * 30 + number} HTTP/1.1\r\nHost: shop.test\r\n\r\n`,
    );
    socket.write(requests.join(''));
  }
  await wait(run.size === 'full' ? 5_000 : 1_500);
  const growth = memoryOf(fixture) - before;
  for (const socket of sockets) socket.destroy();
  return {
    violations: [],
    figures: [atMost(80, `memory grown by ${sockets.length * 30} answers that nobody reads`, growth, 'MB')],
  };
};

/** Filters that anybody can invent must not be cached. */
export const inventedFilters: Part = async (fixture) => {
  const { honest } = fixture;
  await honest.request('GET', '/collection');
  const before = await cachedBytes(fixture);
  for (let number = 1; number <= 20; number += 1)
    for (const path of [
      `/collection?price-from=${number}`,
      `/collection?year-to=${3_000 + number}`,
      `/api/listings?q=${'aeiou'[number % 5]}`,
    ])
      await honest.request('GET', path);
  const grown = (await cachedBytes(fixture)) - before;
  return { violations: [], figures: [atMost(0, 'bytes that 60 invented filters add to the cache', grown)] };
};

async function cachedBytes({ honest }: LimitsFixture): Promise<number> {
  const { raw } = await honest.request('GET', '/api/metrics', { token: metricsToken });
  const [, bytes] = /^lacquer_response_cache_bytes (\S+)$/m.exec(raw.toString()) ?? [];
  if (bytes === undefined) throw new Error('The metrics do not say how large the cache is.');
  return Number(bytes);
}
