import type { Artist } from '#contract/artists.ts';

type Life = Pick<Artist, 'kind' | 'birthYear' | 'deathYear' | 'birthPlace' | 'livesIn'>;

/** "Born 1981, Hưng Yên. Lives in Hà Nội.", "Since 2011, Castlemaine.", or as much as is known; '' if nothing is. */
export function lifeOf({ kind, birthYear, deathYear, birthPlace, livesIn }: Life): string {
  const begin = [birthYear, birthPlace].filter(Boolean).join(', ');
  if (kind === 'workshop')
    return [birthYear === null ? begin : begin && `Since ${begin}`, livesIn].filter(Boolean).join('. ');
  const sentences = [
    begin && `Born ${begin}`,
    deathYear !== null && `Died ${deathYear}`,
    livesIn && `Lives in ${livesIn}`,
  ];
  return sentences
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ');
}
