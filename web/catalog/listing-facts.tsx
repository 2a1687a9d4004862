import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import { makersOf } from '#contract/makers.ts';
import type { PageLink } from '#contract/page-services.ts';
import { factLabels } from './fact-labels.ts';
import { dimensionsOf, weightOf } from './measures.ts';

interface ListingFactsProps {
  listing: Omit<Listing, 'price'>;
  /** The pages of the artist and the series; null without one. */
  artist: PageLink | null;
  series: PageLink | null;
}

type Fact = [name: string, value: ReactNode];

/** The known facts about a listing with their names, e.g. makers, size and hanging; nothing if no fact is known. */
export function ListingFacts({ listing, artist, series }: ListingFactsProps) {
  const special = {
    series: series ? (
      <Link key="series" className="line-link" to={`/series/${series.slug}`}>
        {series.name}
      </Link>
    ) : (
      listing.series
    ),
    artists: linkedMakers(makersOf(listing), artist),
    dimensions: dimensionsOf(listing),
    weight: weightOf(listing),
  };
  const values = { ...listing, ...special };
  // Object.keys() returns strings; these are the keys of the object.
  const fields = Object.keys(factLabels) as (keyof typeof factLabels)[];
  const known = fields
    .map((field): Fact => [factLabels[field], values[field] ?? ''])
    .filter(([, value]) => value !== '');
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
