import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openShop } from '../prove/shop-process.ts';
import type { KeptAnswers } from './bare-server.ts';
import { onLoadCore, onServerCore } from './cores.ts';
import type { LoadReport } from './load.ts';
import { processorSeconds } from './processor-time.ts';

const asBrowsersDo = ['Accept-Encoding: gzip, deflate, br', 'User-Agent: bench'];
const rounds = 5;
const milliseconds = 2_000;

export interface PageFigures {
  address: string;
  bytes: number;
  /** Requests per second of the server's processor time. */
  shop: number;
  bare: number;
  ratio: number;
  p99: { shop: number; bare: number };
}

/** What kept answers cost, beside a bare server that sends the same bytes from memory. In turns; the best round of each counts. */
export async function measurePages(databaseUrl: string, directory: string): Promise<PageFigures[]> {
  const settings = { DEMO: '1' };
  const shop = await openShop({ databaseUrl, directory, settings, under: onServerCore });
  const { listings } = await (await fetch(`${shop.address}/api/listings`)).json();
  const addresses = ['/', `/product/${listings[0].id}`, '/api/listings', `/api/listings/${listings[0].id}`];
  const bare = await openBareServer(join(directory, 'answers.json'), shop.address, addresses);
  const figures: PageFigures[] = [];
  for (const address of addresses) figures.push(await compare(address, shop, bare));
  bare.child.kill();
  await shop.stop();
  return figures;
}

interface Server {
  address: string;
  child: { pid?: number | undefined };
}

async function compare(address: string, shop: Server, bare: Server): Promise<PageFigures> {
  const best = { shop: { rate: 0, p99: 0 }, bare: { rate: 0, p99: 0 } };
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, server] of [
      ['shop', shop],
      ['bare', bare],
    ] as const) {
      const measured = await load(server, address);
      if (round > 0 && measured.rate > best[name].rate) best[name] = measured;
    }
  const { body } = await answerOf(shop.address, address);
  return {
    address,
    bytes: Buffer.from(body, 'base64').length,
    shop: best.shop.rate,
    bare: best.bare.rate,
    ratio: best.shop.rate / best.bare.rate,
    p99: { shop: best.shop.p99, bare: best.bare.p99 },
  };
}

async function load(server: Server, address: string): Promise<{ rate: number; p99: number }> {
  const before = processorSeconds(server.child.pid);
  const [program = '', ...words] = [
    ...onLoadCore,
    process.execPath,
    join(import.meta.dirname, 'load.ts'),
    server.address + address,
    '32',
    String(milliseconds),
    ...asBrowsersDo,
  ];
  const { stdout } = await promisify(execFile)(program, words);
  const report: LoadReport = JSON.parse(stdout);
  if (report.failures > 0) throw new Error(`${address}: ${report.failures} answers were no 200`);
  return { rate: report.requests / (processorSeconds(server.child.pid) - before), p99: report.p99 };
}

async function openBareServer(file: string, shopAddress: string, addresses: readonly string[]) {
  const answers: KeptAnswers = {};
  for (const address of addresses) answers[address] = await answerOf(shopAddress, address);
  await writeFile(file, JSON.stringify(answers));
  const [program = '', ...words] = [
    ...onServerCore,
    process.execPath,
    join(import.meta.dirname, 'bare-server.ts'),
    file,
  ];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const opened = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => opened.resolve(text.trim().split(' ').at(-1) ?? ''));
  return { child, address: await opened.promise };
}

/** The very bytes that go over the wire, compressed as a browser asks for it. */
async function answerOf(origin: string, address: string): Promise<KeptAnswers[string]> {
  const { promise, resolve, reject } = Promise.withResolvers<KeptAnswers[string]>();
  get(origin + address, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const { date, connection, 'keep-alive': _keepAlive, ...headers } = response.headers;
      resolve({ headers: headers as Record<string, string>, body: Buffer.concat(chunks).toString('base64') });
    });
  }).on('error', reject);
  return promise;
}
