import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { openShop } from '#server/testing/shop-process.ts';
import { type Figure, quantile } from '../proofs/proof.ts';
import type { KeptAnswers } from './bare-server.ts';
import type { LoadReport } from './load.ts';
import { onLoadCore, onServerCore, processorSeconds } from './machine.ts';

const browserHeaders = ['Accept-Encoding: gzip, deflate, br', 'User-Agent: bench'];
const rounds = 7;
const roundMilliseconds = 2_000;

/**
 * Measures what cached answers cost, compared with a bare server that sends the same bytes from memory. The two take turns. The median
 * of the shares of all rounds counts, because the machine may be faster in one round than in the next.
 */
export async function measurePages(directory: string): Promise<Figure[]> {
  const databaseUrl = `file:${directory}/shop.db`;
  await using shop = await openShop({ databaseUrl, directory, settings: { DEMO: '1' }, under: onServerCore });
  using client = createHttpClient(shop.address);
  const [first] = (await client.call('listListings')).body.listings;
  const addresses = ['/', '/collection', `/product/${first?.id}`, '/api/listings', `/api/listings/${first?.id}`];
  const answers: KeptAnswers = {};
  for (const address of addresses) answers[address] = await answerOf(client, address);
  using bare = await openBareServer(join(directory, 'answers.json'), answers);
  const figures: Figure[] = [];
  for (const address of addresses) {
    const bytes = Buffer.from(answers[address]?.body ?? '', 'base64').length;
    const compared = await compare(address, shop, bare);
    const share = { atLeast: address.startsWith('/api') ? 0.6 : 0.8 };
    figures.push(
      {
        what: `${address} (${bytes} bytes), share of bare node:http`,
        measured: compared.share,
        wanted: share,
      },
      { what: `${address}, requests per second of processor time`, measured: Math.round(compared.shop.rate) },
      { what: `${address}, p99 (bare: ${compared.bare.p99.toFixed(1)} ms)`, measured: compared.shop.p99, unit: 'ms' },
    );
  }
  return figures;
}

interface Server {
  address: string;
  child: { pid?: number | undefined };
}

/**
 * Sends the same requests to the shop and to the server `bare`, in turns. `rate`: requests per second of the server's processor time,
 * in its best round; `p99`: milliseconds, of that round; `share`: the rate of the shop divided by that of `bare`, median of the rounds.
 */
export async function compare(address: string, shop: Server, bare: Server, headers = browserHeaders) {
  const best = { shop: { rate: 0, p99: 0 }, bare: { rate: 0, p99: 0 } };
  const shares: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const measured = { shop: await load(shop, address, headers), bare: await load(bare, address, headers) };
    // The first round lets V8 compile both.
    if (round === 0) continue;
    shares.push(measured.shop.rate / measured.bare.rate);
    for (const name of ['shop', 'bare'] as const)
      if (measured[name].rate > best[name].rate) best[name] = measured[name];
  }
  return { ...best, share: quantile(shares, 0.5) };
}

async function load(
  server: Server,
  address: string,
  headers: readonly string[],
): Promise<{ rate: number; p99: number }> {
  const before = processorSeconds(server.child.pid);
  const words = [server.address + address, '32', String(roundMilliseconds), ...headers];
  const [program = '', ...all] = [...onLoadCore, process.execPath, join(import.meta.dirname, 'load.ts'), ...words];
  const { stdout } = await promisify(execFile)(program, all);
  const report: LoadReport = JSON.parse(stdout);
  if (report.failures > 0) throw new Error(`${address}: ${report.failures} answers did not have status 200`);
  return { rate: report.requests / (processorSeconds(server.child.pid) - before), p99: report.p99 };
}

async function openBareServer(file: string, answers: KeptAnswers) {
  await writeFile(file, JSON.stringify(answers));
  const bareServer = join(import.meta.dirname, 'bare-server.ts');
  const [program = '', ...words] = [...onServerCore, process.execPath, bareServer, file];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const opened = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => opened.resolve(text.trim().split(' ').at(-1) ?? ''));
  return { child, address: await opened.promise, [Symbol.dispose]: () => child.kill() };
}

/** The headers and the exact bytes that the shop answers at an address. */
async function answerOf(
  client: HttpClient,
  address: string,
  headersOfRequest: Record<string, string> = { 'accept-encoding': 'gzip, deflate, br' },
): Promise<KeptAnswers[string]> {
  const { headers: given, raw } = await client.request('GET', address, { headers: headersOfRequest });
  const { date, connection, 'keep-alive': _keepAlive, ...headers } = given;
  return { headers: headers as Record<string, string>, body: raw.toString('base64') };
}

/** At most this many times the processor time of bare `node:http`: 50 µs on the machine where that takes 8 µs. */
const cartLimit = 6.25;

/** Measures the processor time of three reads of a signed-in customer, compared with a bare server that sends the same bytes. */
export async function measurePrivateReads(directory: string): Promise<Figure[]> {
  const databaseUrl = `file:${directory}/shop.db`;
  await using shop = await openShop({ databaseUrl, directory, settings: { DEMO: '1' }, under: onServerCore });
  using client = createHttpClient(shop.address);
  const account = { mode: 'register', name: 'Bench', email: 'bench@example.com', password: 'a long enough one' };
  const { token } = (await client.call('authenticate', { body: account })).body;
  const { listings } = (await client.call('listListings')).body;
  for (const { id } of listings.filter(({ sold, reserved }) => !sold && !reserved).slice(0, 3))
    await client.call('addToCart', { token, body: { listingId: id } });

  const addresses = ['/api/cart', '/api/orders', '/api/user/profile'];
  const authorization = `Bearer ${token}`;
  const answers: KeptAnswers = {};
  for (const address of addresses) answers[address] = await answerOf(client, address, { authorization });
  using bare = await openBareServer(join(directory, 'answers.json'), answers);
  const figures: Figure[] = [];
  for (const address of addresses) {
    const compared = await compare(address, shop, bare, [`Authorization: ${authorization}`]);
    const [time, bareTime] = [1e6 / compared.shop.rate, 1e6 / compared.bare.rate];
    figures.push({
      what: `GET ${address}, processor time divided by that of bare node:http (${time.toFixed(0)} and ${bareTime.toFixed(0)} µs)`,
      measured: 1 / compared.share,
      ...(address === '/api/cart' && { wanted: { atMost: cartLimit } }),
    });
  }
  return figures;
}
