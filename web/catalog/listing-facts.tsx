import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import { makersOf } from '#contract/makers.ts';
import type { PageLink } from '#contract/page-services.ts';
import { dimensionsOf, weightOf } from './measures.ts';

interface ListingFactsProps {
  listing: Omit<Listing, 'price'>;
  /** The pages of the artist and the series; null without one. */
  artist: PageLink | null;
  series: PageLink | null;
}

/** The known facts about a listing with their names, e.g. makers, size and hanging; nothing if no fact is known. */
export function ListingFacts({ listing, artist, series }: ListingFactsProps) {
  const facts: [name: string, value: ReactNode][] = [
    [
      t`Series`,
      series ? (
        <Link key="series" className="line-link" to={`/series/${series.slug}`}>
          {series.name}
        </Link>
      ) : (
        listing.series
      ),
    ],
    [t`Year`, listing.year],
    [t`Artists`, linkedMakers(makersOf(listing), artist)],
    [t`Current owner`, listing.owner],
    [t`Medium`, listing.medium ?? ''],
    [t`Size`, listing.size],
    [t`Dimensions`, dimensionsOf(listing)],
    [t`Weight`, weightOf(listing)],
    [t`Framing`, listing.framing ?? ''],
    [t`Hanging`, listing.hanging ?? ''],
  ];
  const known = facts.filter(([, value]) => value !== null && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <FactRow key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

/** The makers as text, in which the name of the artist is a link if the artist has a page. */
function linkedMakers(makers: string, artist: PageLink | null): ReactNode {
  const start = artist ? makers.indexOf(artist.name) : -1;
  if (!artist || start < 0) return makers;
  return (
    <>
      {makers.slice(0, start)}
      <Link className="line-link" to={`/artists/${artist.slug}`}>
        {artist.name}
      </Link>
      {makers.slice(start + artist.name.length)}
    </>
  );
}

function FactRow({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={typeof value === 'number' ? 'numeric' : undefined}>{value}</dd>
    </>
  );
}
