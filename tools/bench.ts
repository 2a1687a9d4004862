// Measures what speed is promised for, each figure beside its reference in the same run (docs/performance.md).
//
//   npm run bench                      all of it
//   npm run bench -- pages streams     some of it
//
// Wants two quiet cores (Linux): the server has the first, the load the second. Exits with 1 if a figure is not met.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBrowser } from './bench/browser.ts';
import { type GrowthFigures, measureGrowth } from './bench/growth.ts';
import { measurePages } from './bench/pages.ts';
import { measurePictures } from './bench/pictures.ts';
import { measureStreams } from './bench/streams.ts';
import { measureWrites } from './bench/writes.ts';
import { type Figure, isMet, wordsOf } from './prove/proof.ts';

type Measure = (directory: string) => Promise<Figure[]>;

const measures: Record<string, Measure> = { pages, browser, writes, growth, streams, pictures };

process.exitCode = await main(process.argv.slice(2));

async function main(names: string[]): Promise<number> {
  const unknown = names.find((name) => !Object.hasOwn(measures, name));
  if (unknown !== undefined) {
    console.error(`Known are ${Object.keys(measures).join(', ')}.`);
    return 1;
  }
  execFileSync(process.execPath, [join(import.meta.dirname, 'build-when-stale.ts')], { stdio: 'inherit' });
  const rows: string[][] = [];
  let allMet = true;
  for (const [name, measure] of Object.entries(measures)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.error(`${name} …`);
    const directory = await mkdtemp(join(tmpdir(), 'lacquer-bench-'));
    const figures = await measure(directory).finally(() => rm(directory, { recursive: true, force: true }));
    rows.push(...figures.map((figure) => [name, figure.what, ...wordsOf(figure)]));
    allMet &&= figures.every(isMet);
  }
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const head = [
    ['What', 'Figure', 'Measured', 'Wanted', 'Met'],
    ['---', '---', '---:', '---:', '---'],
  ];
  console.log(`Commit ${commit}, Node ${process.version}\n`);
  console.log([...head, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
  return allMet ? 0 : 1;
}

/** Requests per second of processor time, as a share of what bare node:http does with the same bytes. */
async function pages(directory: string): Promise<Figure[]> {
  const measured = await measurePages(`file:${directory}/shop.db`, directory);
  return measured.flatMap(({ address, bytes, ratio, shop, p99 }) => [
    {
      what: `${address} (${bytes} bytes), share of bare node:http`,
      measured: ratio,
      wanted: { atLeast: address.startsWith('/api') ? 0.6 : 0.8 },
    },
    { what: `${address}, requests per second of processor time`, measured: Math.round(shop) },
    { what: `${address}, p99 (bare: ${p99.bare.toFixed(1)} ms)`, measured: p99.shop, unit: 'ms' },
  ]);
}

async function writes(directory: string): Promise<Figure[]> {
  const { syncsPerSecond, calls } = await measureWrites(directory);
  return [
    { what: 'a page written and synced by itself, per second', measured: Math.round(syncsPerSecond) },
    ...calls.flatMap(({ name, perSecond, processorMilliseconds }) => [
      { what: `${name}, per second`, measured: Math.round(perSecond) },
      { what: `${name}, processor time`, measured: processorMilliseconds, unit: 'ms' },
    ]),
  ];
}

async function growth(directory: string): Promise<Figure[]> {
  const sizes = [
    { listings: 100, orders: 1_000 },
    { listings: 1_000, orders: 1_000 },
    { listings: 10_000, orders: 100_000 },
  ];
  const measured: GrowthFigures[] = [];
  for (const size of sizes) measured.push(await measureGrowth(directory, size));
  const [smallest] = measured;
  return measured.flatMap(({ listings, orders, openedAfter, idleMegabytes, home, product }) => {
    const shop = `${listings} pieces, ${orders} orders`;
    return [
      // A digit more in "40 of 10000 pieces" is no growth.
      {
        what: `home, ${shop}`,
        measured: home.bytes,
        unit: 'bytes',
        wanted: { atMost: (smallest?.home.bytes ?? 0) * 1.1 },
      },
      { what: `home rendered anew, ${shop}`, measured: home.firstMilliseconds, unit: 'ms' },
      { what: `product rendered anew, ${shop}`, measured: product.firstMilliseconds, unit: 'ms' },
      { what: `open after start, ${shop}`, measured: openedAfter, unit: 'ms', wanted: { atMost: 1_000 } },
      { what: `memory idle, ${shop}`, measured: idleMegabytes, unit: 'MB' },
    ];
  });
}

async function streams(directory: string): Promise<Figure[]> {
  const {
    streams: count,
    megabytes,
    heardByAllAfter,
  } = await measureStreams(`file:${directory}/shop.db`, directory, 5_000);
  return [
    {
      what: `a change heard by ${count} open streams`,
      measured: heardByAllAfter,
      unit: 'ms',
      wanted: { atMost: 1_000 },
    },
    { what: 'memory before', measured: megabytes.idle, unit: 'MB' },
    { what: `memory with ${count} open streams`, measured: megabytes.open, unit: 'MB' },
  ];
}

async function browser(directory: string): Promise<Figure[]> {
  const seen = await measureBrowser(`file:${directory}/shop.db`, directory);
  return [
    { what: 'largest paint of home, phone, processor four times slower', measured: seen.largestPaint, unit: 'ms' },
    { what: 'layout that moved by itself', measured: seen.shift, wanted: { atMost: 0 } },
    {
      what: 'slowest interaction, processor four times slower',
      measured: seen.interaction,
      unit: 'ms',
      wanted: { atMost: 100 },
    },
    { what: 'from the click on a card to the piece', measured: seen.openedPiece, unit: 'ms', wanted: { atMost: 100 } },
    {
      what: 'from the way back to the same place of the wall',
      measured: seen.wentBack,
      unit: 'ms',
      wanted: { atMost: 100 },
    },
  ];
}

async function pictures(directory: string): Promise<Figure[]> {
  const seen = await measurePictures(`file:${directory}/shop.db`, directory, 200, 20);
  const { megabytes, pageMilliseconds: pages } = seen;
  return [
    {
      what: `memory at most, ${seen.pictures} pictures of ${seen.megabytesEach.toFixed(0)} MB`,
      measured: megabytes.peak,
      unit: 'MB',
      wanted: { atMost: 1_000 },
    },
    { what: 'upload of one', measured: seen.uploadMilliseconds, unit: 'ms' },
    { what: `p99 of pages meanwhile (before: ${pages.idle.p99.toFixed(0)} ms)`, measured: pages.busy.p99, unit: 'ms' },
  ];
}
