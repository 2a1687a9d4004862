import type { Listing } from './catalog.ts';

/** All makers of a listing, e.g. "Lê Vân Khê, Ngô Thị Lan": `artists`, after `artist` if that is somebody else. */
export function makersOf({ artist, artists }: Pick<Listing, 'artist' | 'artists'>): string {
  const isNamed = artists.toLowerCase().includes(artist.toLowerCase());
  return isNamed ? artists : [artist, artists].filter(Boolean).join(', ');
}
