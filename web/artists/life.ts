import { t } from '@lingui/core/macro';
import type { Artist } from '#contract/artists.ts';

type Life = Pick<Artist, 'kind' | 'birthYear' | 'deathYear' | 'birthPlace' | 'livesIn'>;

/**
 * Where and when an artist lives or lived: "Born 1981, Hưng Yên. Lives in Hà Nội.", for a workshop "Since 2011, Castlemaine". Leaves
 * out what is not known; '' if nothing is known.
 */
export function lifeOf({ kind, birthYear, deathYear, birthPlace, livesIn }: Life): string {
  if (kind === 'workshop') return [beginOf(birthYear, birthPlace), livesIn].filter(Boolean).join('. ');
  const sentences = [
    birthOf(birthYear, birthPlace),
    deathYear !== null && t`Died ${deathYear}.`,
    livesIn && t`Lives in ${livesIn}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

function beginOf(year: number | null, place: string): string {
  if (year === null) return place;
  return place ? t`Since ${year}, ${place}` : t`Since ${year}`;
}

function birthOf(year: number | null, place: string): string {
  if (year === null) return place && t`Born ${place}.`;
  return place ? t`Born ${year}, ${place}.` : t`Born ${year}.`;
}
