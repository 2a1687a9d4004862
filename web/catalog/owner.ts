import type { Listing } from '#contract/catalog.ts';
import type { Translated } from '#contract/page-services.ts';

/**
 * The current owner as entered by the shop, '' if unknown. The makers of a sold listing no longer count as its owner, even
 * if they are still entered.
 */
export function ownerOf(
  { owner, translatedOwner = owner, artist, artists }: Pick<Listing, 'owner' | 'artist' | 'artists'> & Translated,
  isSold: boolean,
): string {
  const makers = [
    'the artist',
    'the artists',
    ...`${artist},${artists}`
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  ];
  return isSold && makers.includes(owner.toLowerCase()) ? '' : translatedOwner;
}
