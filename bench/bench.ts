// Measures everything whose speed is promised, and its references in the same run (docs/performance.md).
//
//   npm run bench                      all measurements
//   npm run bench -- pages streams     only these two
//
// Needs Linux and two idle cores: the server runs on the first, the load on the second. Exits with 1 if a figure misses its limit.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPages, type Figure, isMet, markdownTable, provenance, wordsOf } from '../proofs/proof.ts';
import { measureBrowser } from './browser.ts';
import { measureDelivery } from './delivery.ts';
import { measureGrowth } from './growth.ts';
import { measurePages, measurePrivateReads } from './pages.ts';
import { measurePayments } from './payments.ts';
import { measurePictures } from './pictures.ts';
import { measureProcessor } from './processor.ts';
import { measureStreams } from './streams.ts';
import { measureWrites } from './writes.ts';

const measures: Record<string, (directory: string) => Promise<Figure[]>> = {
  pages: measurePages,
  private: measurePrivateReads,
  browser: measureBrowser,
  writes: measureWrites,
  processor: measureProcessor,
  growth: measureGrowth,
  streams: measureStreams,
  pictures: measurePictures,
  payments: measurePayments,
  delivery: measureDelivery,
};

process.exitCode = await main(process.argv.slice(2));

async function main(names: string[]): Promise<number> {
  if (names.some((name) => !Object.hasOwn(measures, name))) {
    console.error(`Known are ${Object.keys(measures).join(', ')}.`);
    return 1;
  }
  buildPages();
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
  console.log(`${provenance()}\n\n${markdownTable(['What', 'Figure', 'Measured:', 'Wanted:', 'Met'], rows)}`);
  return allMet ? 0 : 1;
}
