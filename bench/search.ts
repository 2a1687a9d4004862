// How long the server needs to search and filter the collection.
//
//   node bench/search.ts DATABASE_URL [LANGUAGE]
//
// bench/seed-load.ts must have filled the database, and no shop may be open on it. LANGUAGE (en or vi, default en) is that of the
// pages that search. Prints one line for each search: the shortest and the median time of eleven rounds, the median CPU time of this
// process (all in milliseconds), and the number of pieces found. Each round raises the catalog revision, so nothing is cached.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectionSearchOf } from '#contract/collection-search.ts';
import { languages } from '#contract/languages.ts';
import { searchCollection } from '#server/features/catalog/catalog.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import { quantile } from '../proofs/proof.ts';

const rounds = 11;

/** Searches for words in every piece, in many, in few and in none; a mistyped word; each filter; all filters together; late pages. */
const searches = [
  '',
  'q=lacquer',
  'q=red',
  'q=nguyen+dinh+an',
  'q=red+moon+1234',
  'q=laquer',
  'q=nothing',
  'q=l',
  'artist=Lê Vân Khê',
  'series=Salt&sort=price',
  'price-from=500&price-to=900',
  'year-from=2000&year-to=2010&sort=name',
  'size=s&size=m',
  'state=free',
  'state=held&state=sold',
  'unique=1&sort=name&order=desc',
  'q=lacquer&artist=Lê Vân Khê&series=Salt&price-from=100&year-from=1995&state=free&unique=1',
  'q=lacquer&page=200',
  'page=200',
  'q=lacquer&artist=Nobody&series=Nothing&price-to=1&size=xl&year-to=1&state=sold&unique=1',
];

const [databaseUrl = '', asked = 'en'] = process.argv.slice(2);
const language = languages.find((one) => one === asked);
const directory = await mkdtemp(join(tmpdir(), 'lacquer-search-'));
await using shop = await openTestShop({ databaseUrl, directory, environment: { RATE_LIMITS: 'off' } });

console.log('   least  median     cpu   found');
for (const search of searches) {
  const wanted = collectionSearchOf(new URLSearchParams(search));
  const times: number[] = [];
  const processor: number[] = [];
  let total = 0;
  for (let round = 0; round <= rounds; round += 1) {
    await shop.shop.database.write(async (tx) => tx.raiseRevision());
    const [begun, used] = [performance.now(), process.cpuUsage()];
    ({ total } = await searchCollection(shop.shop, wanted, language));
    const { user, system } = process.cpuUsage(used);
    if (round === 0) continue;
    times.push(performance.now() - begun);
    processor.push((user + system) / 1_000);
  }
  const figures = [Math.min(...times), quantile(times, 0.5), quantile(processor, 0.5)].map((time) =>
    time.toFixed(1).padStart(8),
  );
  console.log(`${figures.join('')}${String(total).padStart(8)}  ${search}`);
}
