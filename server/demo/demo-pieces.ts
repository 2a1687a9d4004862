import { toCents } from '#contract/money.ts';
import type { ListingStatus } from '#contract/states.ts';
import type { Snapshot } from '#server/orders/orders.ts';
import collection from './collection.json' with { type: 'json' };
import earlierWorks from './earlier-works.json' with { type: 'json' };

/** A piece as the demo's orders know it. */
export interface DemoPiece {
  id: string;
  cents: number;
  isUnique: boolean;
  /** Days before today between which it could be bought; `from` is the larger number. */
  from: number;
  until: number;
  /** What an order keeps of it that is placed in this year. */
  snapshotIn(year: number): Snapshot;
}

/** Works that hang in the shop, each with its place in the collection: the newest came yesterday, and one about every month. */
export const listedDaysAgo = (position: number) => 1 + 34 * position;

/** An edition that is discontinued was last sold this many days ago, and one that has left the shop this many. */
const discontinuedSince = 25;
const editionsGoneSince = 120;

export interface DemoPieces {
  /** Sold works of the collection: each is in exactly one order. */
  sold: readonly DemoPiece[];
  /** Works of the collection that can be bought today. */
  available: readonly DemoPiece[];
  /** Works that have left the shop with their buyers: no listing has their ids. */
  gone: readonly DemoPiece[];
  editions: readonly DemoPiece[];
}

/** `urlOf`: where a picture of the demo is to be seen, by the name of its file. */
export function demoPieces(urlOf: (file: string) => string): DemoPieces {
  const hanging = collection.map((piece, position) => ({
    ...hangingPiece(piece, position, urlOf),
    status: piece.status,
  }));
  const ofStatus = (status: ListingStatus) => hanging.filter((piece) => piece.isUnique && piece.status === status);
  const earlier = earlierWorks.map((work) => earlierPiece(work, urlOf));
  return {
    sold: ofStatus('sold'),
    available: ofStatus('available'),
    gone: earlier.filter((piece) => piece.isUnique),
    editions: [...hanging, ...earlier].filter((piece) => !piece.isUnique),
  };
}

function hangingPiece(
  piece: (typeof collection)[number],
  position: number,
  urlOf: (file: string) => string,
): DemoPiece {
  const { name, artist, year, spec } = piece;
  return {
    id: piece.slug,
    cents: toCents(piece.price),
    isUnique: piece.unique,
    from: listedDaysAgo(position),
    until: piece.status === 'discontinued' ? discontinuedSince : 0,
    snapshotIn: () => ({ name, images: piece.images.map((image) => urlOf(image.file)), artist, year, spec }),
  };
}

function earlierPiece(work: (typeof earlierWorks)[number], urlOf: (file: string) => string): DemoPiece {
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
