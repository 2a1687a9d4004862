import { type Cents, toCents } from '#contract/money.ts';
import type { ListingStatus } from '#contract/states.ts';
import type { Snapshot } from '#server/features/orders/orders.ts';
import collection from './collection.json' with { type: 'json' };
import earlierWorks from './earlier-works.json' with { type: 'json' };

/** A listing that demo orders refer to. */
export interface DemoListing {
  id: string;
  cents: Cents;
  isUnique: boolean;
  /** Days before today between which it could be bought; `from` is larger than `until`. */
  from: number;
  until: number;
  /** The snapshot that an order of `year` has. */
  snapshotIn(year: number): Snapshot;
}

/** Days since the work at this position of the collection was listed: the newest yesterday, the others about a month apart. */
export const listedDaysAgo = (position: number) => 1 + 34 * position;

/** Days since the last sale of a discontinued edition, and of an edition that is no longer listed. */
const discontinuedSince = 25;
const editionsGoneSince = 120;

export interface DemoListings {
  /** Sold works of the collection; each is in exactly one order. */
  sold: readonly DemoListing[];
  /** Works of the collection that can be bought today. */
  available: readonly DemoListing[];
  /** Unique works sold earlier; no listing has their ids any more. */
  gone: readonly DemoListing[];
  editions: readonly DemoListing[];
}

/** `urlOf` returns the URL of a demo picture by its file name. */
export function demoListings(urlOf: (file: string) => string): DemoListings {
  const current = collection.map((listing, position) => ({
    ...collectionListing(listing, position, urlOf),
    status: listing.status,
  }));
  const ofStatus = (status: ListingStatus) =>
    current.filter((listing) => listing.isUnique && listing.status === status);
  const earlier = earlierWorks.map((work) => earlierListing(work, urlOf));
  return {
    sold: ofStatus('sold'),
    available: ofStatus('available'),
    gone: earlier.filter((listing) => listing.isUnique),
    editions: [...current, ...earlier].filter((listing) => !listing.isUnique),
  };
}

function collectionListing(
  listing: (typeof collection)[number],
  position: number,
  urlOf: (file: string) => string,
): DemoListing {
  const { name, artist, year, spec } = listing;
  return {
    id: listing.slug,
    cents: toCents(listing.price),
    isUnique: listing.unique,
    from: listedDaysAgo(position),
    until: listing.status === 'discontinued' ? discontinuedSince : 0,
    snapshotIn: () => ({ name, images: listing.images.map((image) => urlOf(image.file)), artist, year, spec }),
  };
}

function earlierListing(work: (typeof earlierWorks)[number], urlOf: (file: string) => string): DemoListing {
  const { name, artist, spec, picture } = work;
  return {
    id: work.slug,
    cents: toCents(work.price),
    isUnique: work.unique,
    from: Number.POSITIVE_INFINITY,
    until: work.unique ? 0 : editionsGoneSince,
    snapshotIn: (year) => ({
      name,
      images: picture === null ? [] : [urlOf(picture)],
      artist,
      year: year - work.yearsOld,
      spec,
    }),
  };
}
