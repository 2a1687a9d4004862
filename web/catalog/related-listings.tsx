import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { RelatedListing, RelatedListings } from '#contract/page-services.ts';
import { Price } from '../shell/price.tsx';
import { cappedSizes } from '../ui/capped-sizes.ts';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';
import { makersAndYear } from './listing-summary.ts';

/** Links to the pieces before and after this one in the collection; nothing if it has no neighbour. */
export function Neighbours({ previous, next }: Pick<RelatedListings, 'previous' | 'next'>) {
  if (previous === null && next === null) return null;
  return (
    <nav className="neighbours" aria-label={t`Pieces beside this one`}>
      {previous !== null && (
        <Link className="back" to={`/product/${previous}`} rel="prev">
          <Trans>Previous</Trans>
        </Link>
      )}
      {next !== null && (
        <Link className="back" to={`/product/${next}`} rel="next">
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  );
}

interface RelatedStripProps {
  /** The id of the section, for links to it. */
  id?: string;
  title: string;
  pieces: readonly RelatedListing[];
  /** A link beside the title, e.g. to all works of the artist. */
  all?: { to: string; words: string } | null;
}

/** A row of pieces whose pictures have the same height. It scrolls on phones and wraps on tablets. Nothing if there are no pieces. */
export function RelatedStrip({ id, title, pieces, all }: RelatedStripProps) {
  if (pieces.length === 0) return null;
  return (
    <section className="related" id={id}>
      <div className="section-head">
        <h2 className="heading-section">{title}</h2>
        {all && (
          <Link className="button-text" to={all.to}>
            {all.words}
          </Link>
        )}
      </div>
      <ul>
        {pieces.map((listing) => (
          <li key={listing.id} className="card" style={listing.image ? pictureBox(listing.image) : undefined}>
            <span className="shot">
              {listing.image ? (
                <Picture image={listing.image} sizes={sizesInStrip(listing.image)} alt="" />
              ) : (
                <PlaceholderPicture />
              )}
            </span>
            <div className="card-caption">
              <h3 className="name">
                <Link to={`/product/${listing.id}`} prefetch="intent">
                  {listing.name}
                </Link>
              </h3>
              <span className="price numeric">
                <Price of={listing.price} />
              </span>
              <p className="card-meta">{makersAndYear(listing)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The `sizes` of a picture in the row: the widths of `.related .card` in listing.css. */
function sizesInStrip({ width, height }: { width: number; height: number }): string {
  const ratio = width > 0 && height > 0 ? width / height : 0.8;
  return `(min-width: 48rem) calc(${ratio.toFixed(3)} * clamp(14rem, 20vw, 22rem)), ${cappedSizes(13 * ratio, 'rem')}`;
}
