import { Link, useSearchParams } from 'react-router';
import { Mark } from '../ui/mark.tsx';
import { Card } from './card.tsx';
import { useRememberedSort } from './last-sort.ts';
import { type SortField, searchOf, sortAfterClick, sortOf, sortPieces } from './sort.ts';
import { SortButtons } from './sort-buttons.tsx';
import type { WallPiece } from './wall-piece.ts';

/** The collection, hung in the order that the address asks for. */
export function Collection({ pieces }: { pieces: readonly WallPiece[] }) {
  const [search, setSearch] = useSearchParams();
  const sort = sortOf(search);
  useRememberedSort(sort);
  const choose = (field: SortField) =>
    setSearch(searchOf(sortAfterClick(sort, field)), {
      replace: true,
      preventScrollReset: true,
      // Everything is here already: no loader is asked again.
      defaultShouldRevalidate: false,
    });
  return (
    <section id="collection" className="section page">
      <div className="section-head">
        <div>
          <h2 className="h-section">Collection</h2>
          {pieces.length > 0 && <Legend />}
        </div>
        {pieces.length > 0 && <SortButtons sort={sort} onChoose={choose} />}
      </div>
      {pieces.length > 0 ? <Wall pieces={sortPieces(pieces, sort)} /> : <EmptyWall />}
    </section>
  );
}

function Wall({ pieces }: { pieces: readonly WallPiece[] }) {
  return (
    <ul className="wall">
      {pieces.map((piece, position) => (
        <Card key={piece.id} piece={piece} position={position} />
      ))}
    </ul>
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
