import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import type { WorksPage } from '#contract/page-services.ts';
import { ListingCard } from '../catalog/listing-card.tsx';
import { summaryOf } from '../catalog/listing-summary.ts';
import { ownerOf } from '../catalog/owner.ts';
import { Mark } from '../ui/mark.tsx';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';

/** One page of the works of an artist or a series, without the long texts. */
export interface ShownWorks {
  onSale: ReturnType<typeof summaryOf>[];
  archive: ArchivedWork[];
  available: number;
  page: number;
  pages: number;
}

interface ArchivedWork {
  id: string;
  name: string;
  image: Listing['imageSet'][number] | null;
  /** Year and size, as far as they are known. */
  facts: string;
  owner: string;
}

/** What the page shows of the works. Loaders call it, so that the long texts are not sent to the browser. */
export function shownWorks({ listings, available, page, pages }: WorksPage): ShownWorks {
  const sold = listings.filter((listing) => listing.sold);
  return {
    onSale: listings.filter((listing) => !listing.sold).map(summaryOf),
    archive: sold.map((listing) => ({
      id: listing.id,
      name: listing.name,
      image: listing.imageSet[0] ?? null,
      facts: [listing.year, listing.size].filter(Boolean).join(', '),
      owner: ownerOf(listing, true),
    })),
    available,
    page,
    pages,
  };
}

/** Shows the works that are not sold, in the layout of the collection (catalog/wall.css). */
export function WorksOnSale({ works: { onSale, available } }: { works: ShownWorks }) {
  if (onSale.length === 0) return null;
  const isPairs = onSale.length === 2 || onSale.length === 4;
  return (
    <section className="page pb-(--gap-section)" id="works">
      <div className="section-head">
        <h2 className="heading-section">
          <Trans>Works</Trans>
        </h2>
        <p className="muted numeric">
          <Trans>{available} available</Trans>
        </p>
      </div>
      {/* In pairs every card is wide, like the card at position 3 of the collection. */}
      <ul className={isPairs ? 'wall wall-2' : 'wall'}>
        {onSale.map((listing, index) => (
          <ListingCard key={listing.id} listing={listing} position={isPairs ? 3 : index} />
        ))}
      </ul>
    </section>
  );
}

/** Lists the sold works, one in a row. */
export function Archive({ works: { archive } }: { works: ShownWorks }) {
  if (archive.length === 0) return null;
  return (
    <section className="page section">
      <div className="section-head">
        <h2 className="heading-section">
          <Trans>Archive</Trans>
        </h2>
        <p className="muted">
          <Trans>Sold. Kept here so that a piece can always be found.</Trans>
        </p>
      </div>
      <ul className="archive">
        {archive.map(({ id, name, image, facts, owner }) => (
          <li key={id}>
            <span className="shot" style={image ? pictureBox(image) : undefined}>
              {image ? <Picture image={image} sizes="88px" alt="" /> : <PlaceholderPicture />}
            </span>
            <div className="txt">
              <h3 className="name">
                <Link to={`/product/${id}`}>{name}</Link>
              </h3>
              <p className="muted numeric">{facts}</p>
              <p className="muted">{owner}</p>
              <Mark kind="sold">{t`SOLD`}</Mark>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links to the previous and the next page of a list. Renders nothing if there is only one page. */
export function Pages({ page, pages, label }: { page: number; pages: number; label: string }) {
  if (pages < 2) return null;
  return (
    <nav className="page flex flex-wrap items-center gap-4 pb-(--gap-section)" aria-label={label}>
      {page > 1 && (
        <Link className="button button-line" rel="prev" to={{ search: page === 2 ? '' : `?page=${page - 1}` }}>
          <Trans>Previous</Trans>
        </Link>
      )}
      <p className="small muted numeric">
        <Trans>
          Page {page} of {pages}
        </Trans>
      </p>
      {page < pages && (
        <Link className="button button-line" rel="next" to={{ search: `?page=${page + 1}` }}>
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  );
}
