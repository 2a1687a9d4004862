import type { Listing } from '#contract/catalog.ts';
import { makersOf } from '#contract/makers.ts';

/** A listing without its long texts, owner and size, with only its first picture, for the collection, an artist's works and the cart. */
export type ListingSummary = Omit<
  Listing,
  'info' | 'spec' | 'story' | 'design' | 'description' | 'history' | 'owner' | 'size'
>;

export function summaryOf(listing: Listing): ListingSummary {
  const { info, spec, story, design, description, history, owner, size, ...summary } = listing;
  return { ...summary, images: summary.images.slice(0, 1), imageSet: summary.imageSet.slice(0, 1) };
}

/** Makers and year as far as they are known, e.g. "Lê Vân Khê, 2023". */
export function makersAndYear({ artist, artists, year }: Pick<Listing, 'artist' | 'artists' | 'year'>): string {
  return [makersOf({ artist, artists }), year].filter(Boolean).join(', ');
}
