import type { MouseEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Mark } from '../ui/mark.tsx';
import { Card } from './card.tsx';
import { useRememberedWall } from './last-wall.ts';
import { type Sort, sortPieces } from './sort.ts';
import { SortButtons } from './sort-buttons.tsx';
import { useFocusOnNext } from './use-focus-on-next.ts';
import { firstPageWith, lastPage, piecesOnPage, searchOf, viewOf, type WallView } from './wall-address.ts';
import type { WallPiece } from './wall-piece.ts';

interface CollectionProps {
  view: WallView;
  /** Those of the pages that are shown, in the order asked for. */
  pieces: readonly WallPiece[];
  /** In the whole collection. */
  total: number;
}

/** The collection, hung in the order that the address asks for, as far as it asks for it. */
export function Collection({ view: loaded, pieces, total }: CollectionProps) {
  const [search, setSearch] = useSearchParams();
  // All of it is here: it is hung anew at once, and no loader is asked.
  const isWhole = pieces.length === total;
  const view = isWhole ? viewOf(search) : loaded;
  useRememberedWall(searchOf(view));
  const choose = (sort: Sort) =>
    setSearch(searchOf({ sort, page: isWhole ? view.page : 1 }), {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: !isWhole,
    });
  return (
    <section id="collection" className="section page">
      <div className="section-head">
        <div>
          <h2 className="h-section">Collection</h2>
          {total > 0 && <Legend />}
        </div>
        {total > 0 && <SortButtons sort={view.sort} onChoose={choose} />}
      </div>
      {total > 0 ? (
        <Wall view={view} pieces={isWhole ? sortPieces(pieces, view.sort) : pieces} total={total} />
      ) : (
        <EmptyWall />
      )}
    </section>
  );
}

/** The ways on are links with addresses of their own: they work before any script does, and without. */
function Wall({ view, pieces, total }: CollectionProps) {
  const { sort, page } = view;
  const first = firstPageWith(page);
  const before = (first - 1) * piecesOnPage;
  const [list, rememberLast] = useFocusOnNext(pieces);
  return (
    <>
      {first > 1 && (
        <WallLink search={searchOf({ sort, page: first - 1 })} className="wall-earlier">
          Show the pieces before
        </WallLink>
      )}
      <ul className="wall" ref={list}>
        {pieces.map((piece, index) => (
          <Card key={piece.id} piece={piece} position={before + index} />
        ))}
      </ul>
      {total > piecesOnPage && (
        <div className="wall-further">
          <p className="small muted num" role="status">
            {before > 0
              ? `Pieces ${before + 1} to ${before + pieces.length} of ${total}`
              : `${pieces.length} of ${total} pieces`}
          </p>
          {page < lastPage(total) && (
            <WallLink search={searchOf({ sort, page: page + 1 })} onClick={rememberLast}>
              Show more pieces
            </WallLink>
          )}
        </div>
      )}
    </>
  );
}

interface WallLinkProps {
  search: string;
  className?: string;
  onClick?: () => void;
  children: string;
}

/**
 * In place of the address before it: the way back leaves the wall at once, however much of it was seen. A script stays where
 * it is; without one the page begins at the collection.
 */
function WallLink({ search, className = '', onClick, children }: WallLinkProps) {
  const navigate = useNavigate();
  const stayHere = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onClick?.();
    void navigate({ search }, { replace: true, preventScrollReset: true });
  };
  return (
    <Link
      className={`btn btn-line ${className}`}
      to={{ pathname: '/', search, hash: 'collection' }}
      onClick={stayHere}
      prefetch="intent"
    >
      {children}
    </Link>
  );
}

function Legend() {
  return (
    <div className="legend">
      <Mark kind="unique">Unique</Mark>
      <Mark kind="reserved">Reserved</Mark>
      <Mark kind="sold">SOLD</Mark>
    </div>
  );
}

function EmptyWall() {
  return (
    <div className="state">
      <p className="h-dialog">Nothing hangs here yet</p>
      <p className="muted">Each piece appears here when its last coat is polished.</p>
      <Link className="btn" to="/#contact">
        Ask about a commission
      </Link>
    </div>
  );
}
