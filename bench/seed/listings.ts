import { asCents, type Cents } from '#contract/money.ts';
import type { ListingStatus } from '#contract/states.ts';
import { emptyColumns, type ListingRow, noProvenance, rowOf, slugOf } from '#server/features/catalog/catalog.ts';
import type { DemoListing } from '#server/features/demo/demo-listings.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { ListingSearchTable, SearchWordsTable } from '#server/platform/database/search-tables.ts';
import { daysOpen } from './customers.ts';

export interface LoadListing {
  id: string;
  name: string;
  cents: Cents;
  artist: string;
  series: string;
  year: number | null;
  isUnique: boolean;
  createdAt: number;
  /** Becomes `sold` when the order that buys the piece is generated. */
  status: ListingStatus;
  /** Who holds it: the id of a user, or null. */
  heldBy: string | null;
  text: string;
}

const day = 24 * 3_600_000;
const things =
  'Moon River Carp Crane Lotus Bamboo Harbour Ridge Lantern Monsoon Tide Frost Orchard Banyan Ferry Dyke'.split(' ');
const manners = 'Red Black Golden Quiet Late Early Distant Broken Folded Northern Drowned Hidden Second Last'.split(
  ' ',
);
const artists = ['Lê Vân Khê', 'Trần Thu Hà', 'Nguyễn Đình An', 'Phạm Minh Tú', 'Vũ Lan', 'Đỗ Quang Em', ''];
const series = ['River Coats', 'Night Ferry', 'Salt', 'Ledger', 'Five Cranes', ''];
const sentence =
  'Fourteen coats of lacquer over cloth-covered board, wet-sanded between coats and polished with charcoal. ';

/** Generates pieces, oldest first: seven in ten are unique, the others editions. None is sold yet. */
export function generateListings(random: SeededRandom, count: number, now: number): LoadListing[] {
  return Array.from({ length: count }, (_, index) => {
    const createdAt = Math.round(now - daysOpen * day * (1 - index / count)) - random.below(day / 24);
    return pieceOf(random, `${index + 1}`, random.chance(0.7), createdAt);
  });
}

/** A unique piece that was sold and deleted: an order has it, but no listing has its id. */
export function goneListing(random: SeededRandom, number: number, createdAt: number): LoadListing {
  return pieceOf(random, `gone ${number}`, true, createdAt);
}

function pieceOf(random: SeededRandom, number: string, isUnique: boolean, createdAt: number): LoadListing {
  const name = `${random.pick(manners)} ${random.pick(things)} ${number}`;
  return {
    id: `load-${slugOf(name)}`,
    name,
    cents: asCents(100 * (isUnique ? 200 + random.below(9_000) : 40 + random.below(300))),
    artist: random.pick(artists),
    series: random.pick(series),
    year: random.chance(0.1) ? null : 1990 + random.below(36),
    isUnique,
    createdAt,
    status: random.chance(0.04) ? 'discontinued' : 'available',
    heldBy: null,
    text: sentence.repeat(1 + random.below(4)),
  };
}

export function listingOf(listing: LoadListing): ListingRow {
  const { id, name, artist, series: seriesName, year, text } = listing;
  return rowOf({
    ...emptyColumns,
    id,
    name,
    price_cents: listing.cents,
    series: seriesName,
    artist,
    artists: artist,
    year,
    owner: artist === '' ? '' : 'The artist',
    size: listing.isUnique ? '75 x 96 cm' : '20 x 20 cm',
    info: text,
    spec: sentence,
    story: text,
    ...noProvenance,
    was_listed: 1,
    is_unique: listing.isUnique ? 1 : 0,
    status: listing.status,
    images: [],
    created_at: listing.createdAt,
    updated_at: listing.createdAt,
    is_demo: 0,
  });
}

/** The rows that say how many listings have each word. */
export function countedWords(rows: readonly ListingSearchTable[]): SearchWordsTable[] {
  const counts = new Map<string, number>();
  for (const { words } of rows)
    for (const word of words.trim().split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, listings]) => ({ word, listings }));
}

/** The piece in the form that the generator of the demo's orders takes. */
export function soldListing({ id, cents, isUnique, name, artist, year }: LoadListing): DemoListing {
  const snapshot = { name, images: [], artist, year, spec: sentence };
  return { id, cents, isUnique, from: daysOpen, until: 0, snapshotIn: () => snapshot };
}
