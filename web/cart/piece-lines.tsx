import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import { Mark } from '../ui/mark.tsx';
import { Picture } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';
import { type CartLine, standingOf } from './cart-line.ts';

/** Pieces one under the other: picture, name, price, series, and what can be done with each. */
export function PieceLines({ lines, action }: { lines: readonly CartLine[]; action?: (line: CartLine) => ReactNode }) {
  return (
    <ul className="lines">
      {lines.map((line) => (
        <PieceLine key={line.id} line={line}>
          {action?.(line)}
        </PieceLine>
      ))}
    </ul>
  );
}

function PieceLine({ line, children }: { line: CartLine; children: ReactNode }) {
  const [image] = line.imageSet;
  const standing = standingOf(line);
  return (
    <li>
      <span className="pic">
        {image ? (
          <Picture className="max-h-32 w-full object-contain object-left-top" image={image} sizes="88px" alt="" />
        ) : (
          <PlaceholderPicture label="" />
        )}
      </span>
      <p className="name">
        <Link className="no-underline hover:underline" to={`/product/${encodeURIComponent(line.id)}`}>
          {line.name}
        </Link>
      </p>
      <span className={standing ? 'price num subtle line-through' : 'price num'}>{formatDollars(line.price)}</span>
      <p className="sub">{line.series}</p>
      <div className="act">
        {standing && <span className={standing === 'SOLD' ? 'mark mark-sold' : 'mark'}>{standing}</span>}
        {!standing && line.reserved && <Mark kind="reserved">Reserved</Mark>}
        {children}
      </div>
    </li>
  );
}

export function Total({ dollars }: { dollars: number }) {
  return (
    <div className="total">
      <span>Total</span>
      <b className="num">{formatDollars(dollars)}</b>
    </div>
  );
}
