import type { Listing } from '#contract/catalog.ts';

/** What a card of the wall shows and the cart keeps: a piece without its long texts and its further pictures. */
export type WallPiece = Omit<
  Listing,
  'info' | 'spec' | 'story' | 'design' | 'description' | 'history' | 'owner' | 'size'
>;

export function wallPiece(listing: Listing): WallPiece {
  const { info, spec, story, design, description, history, owner, size, ...piece } = listing;
  return { ...piece, images: piece.images.slice(0, 1), imageSet: piece.imageSet.slice(0, 1) };
}

/** "Lê Vân Khê, 2023": who made it and when, as far as it is known. */
export function makersAndYear({ artist, artists, year }: Pick<Listing, 'artist' | 'artists' | 'year'>): string {
  return [artists || artist, year].filter(Boolean).join(', ');
}
