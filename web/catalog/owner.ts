import type { Listing } from '#contract/catalog.ts';

/**
 * The current owner as the shop tells it (SPEC.md §2), '' where it does not. Of a piece that was sold its makers are no
 * longer that, whatever was written before.
 */
export function ownerOf(
  { owner, artist, artists }: Pick<Listing, 'owner' | 'artist' | 'artists'>,
  isSold: boolean,
): string {
  const makers = ['the artist', 'the artists', ...`${artist},${artists}`.toLowerCase().split(/\s*,\s*/)];
  return isSold && makers.includes(owner.toLowerCase()) ? '' : owner;
}
