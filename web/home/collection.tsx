import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useRememberedCollection } from '../catalog/collection-position.ts';
import { ListingCard } from '../catalog/listing-card.tsx';
import type { ListingSummary } from '../catalog/listing-summary.ts';
import { type Sort, sortListings } from '../catalog/sort.ts';
import { Mark } from '../ui/mark.tsx';
import {
  type CollectionView,
  firstPageWith,
  lastPage,
  listingsPerPage,
  searchOf,
  viewOf,
} from './collection-address.ts';
import { SortButtons } from './sort-buttons.tsx';
import { useFocusFirstNew } from './use-focus-first-new.ts';

interface CollectionProps {
  view: CollectionView;
  /** The listings of the shown pages, in the requested order. */
  listings: readonly ListingSummary[];
  /** The number of listings in the whole collection. */
  total: number;
}

/** The collection in the order and up to the page given by the address. */
export function Collection({ view: loaded, listings, total }: CollectionProps) {
  const [search, setSearch] = useSearchParams();
  // If the whole collection is loaded, it is sorted here without a request.
  const isComplete = listings.length === total;
  const view = isComplete ? viewOf(search) : loaded;
  useRememberedCollection(searchOf(view));
  const choose = (sort: Sort) =>
    setSearch(searchOf({ sort, page: isComplete ? view.page : 1 }), {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: !isComplete,
    });
  return (
    <section id="collection" className="section page">
      <div className="section-head">
        <div>
          <h2 className="heading-section">
            <Trans>Collection</Trans>
          </h2>
          {total > 0 && <Legend />}
        </div>
        {total > 0 && (
          <div className="flex flex-wrap items-center gap-x-8 gap-y-1">
            <Link className="button-text" to="/collection" prefetch="intent">
              <Trans>Search and filter</Trans>
            </Link>
            <SortButtons sort={view.sort} onChoose={choose} />
          </div>
        )}
      </div>
      {total > 0 ? (
        <Grid view={view} listings={isComplete ? sortListings(listings, view.sort) : listings} total={total} />
      ) : (
        <EmptyCollection />
      )}
    </section>
  );
}

/** The shown listings, and links to the pages before and after, which have addresses so that they work without scripts. */
function Grid({ view, listings, total }: CollectionProps) {
  const { sort, page } = view;
  const first = firstPageWith(page);
  const before = (first - 1) * listingsPerPage;
  const shown = listings.length;
  const [from, to] = [before + 1, before + shown];
  const [list, rememberLast] = useFocusFirstNew(listings);
  return (
    <>
      {first > 1 && (
        <PageLink search={searchOf({ sort, page: first - 1 })} className="wall-earlier">
          {t`Show the pieces before`}
        </PageLink>
      )}
      <ul className="wall" ref={list}>
        {listings.map((listing, index) => (
          <ListingCard key={listing.id} listing={listing} position={before + index} />
        ))}
      </ul>
      {total > listingsPerPage && (
        <div className="wall-further">
          <p className="small muted numeric" role="status">
            {before > 0 ? t`Pieces ${from} to ${to} of ${total}` : t`${shown} of ${total} pieces`}
          </p>
          {page < lastPage(total) && (
            <PageLink search={searchOf({ sort, page: page + 1 })} onClick={rememberLast}>
              {t`Show more pieces`}
            </PageLink>
          )}
        </div>
      )}
    </>
  );
}

interface PageLinkProps {
  search: string;
  className?: string;
  onClick?: () => void;
  children: string;
}

/**
 * A link to another page of the collection. It replaces the current history entry, so that one step back leaves the collection.
 * With scripts the scroll position stays; without them the page starts at the collection.
 */
function PageLink({ search, className = '', onClick, children }: PageLinkProps) {
  const navigate = useNavigate();
  const navigateInPlace = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onClick?.();
    void navigate({ search }, { replace: true, preventScrollReset: true });
  };
  return (
    <Link
      className={`button button-line ${className}`}
      to={{ pathname: '/', search, hash: 'collection' }}
      onClick={navigateInPlace}
      prefetch="intent"
    >
      {children}
    </Link>
  );
}

function Legend() {
  return (
    <div className="legend">
      <Mark kind="unique">{t`Unique`}</Mark>
      <Mark kind="reserved">{t`Reserved`}</Mark>
      <Mark kind="sold">{t`SOLD`}</Mark>
    </div>
  );
}

function EmptyCollection() {
  return (
    <div className="state">
      <p className="heading-dialog">
        <Trans>Nothing hangs here yet</Trans>
      </p>
      <p className="muted">
        <Trans>Each piece appears here when its last coat is polished.</Trans>
      </p>
      <Link className="button" to="/#contact">
        <Trans>Ask about a commission</Trans>
      </Link>
    </div>
  );
}
