import { memo } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import { addToCart, openCart, useCart } from '../cart/cart-store.ts';
import { Mark } from '../ui/mark.tsx';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';
import { LiveMark } from './live-mark.tsx';
import { type PieceState, usePieceState } from './live-state.ts';
import { makersAndYear, type WallPiece } from './wall-piece.ts';

interface CardProps {
  piece: WallPiece;
  /** Where it hangs on the wall, from 0: the rows' rhythm decides how wide its picture is (styles/catalog.css). */
  position: number;
}

/**
 * One piece on the wall: picture, name and price, makers, then its mark and the way into the cart. The page is drawn anew at
 * every step of a navigation; its pieces only when they are others.
 */
export const Card = memo(function Card({ piece, position }: CardProps) {
  const live = usePieceState(piece);
  const address = `/product/${piece.id}`;
  return (
    <li className="card">
      <CardPicture piece={piece} address={address} sizes={sizesAt(position, piece)} />
      <div className="card-cap">
        <h3 className="name">
          <Link to={address} prefetch="intent" viewTransition>
            {piece.name}
          </Link>
        </h3>
        <span className="price num">{formatDollars(piece.price)}</span>
        <p className="card-meta">{makersAndYear(piece)}</p>
        <div className="card-foot">
          <CardMark live={live} unique={piece.unique} />
          <CardButton piece={piece} live={live} />
        </div>
      </div>
    </li>
  );
});

/** The name's link reaches over it (styles/wall.css). */
function CardPicture({ piece, address, sizes }: { piece: WallPiece; address: string; sizes: string }) {
  const [image] = piece.imageSet;
  const isLeaving = useViewTransitionState(address);
  return (
    <span className="card-pic">
      <span className={isLeaving ? 'shot [view-transition-name:piece]' : 'shot'} style={image && pictureBox(image)}>
        {image ? <Picture image={image} sizes={sizes} alt="" className="object-contain" /> : <PlaceholderPicture />}
      </span>
    </span>
  );
}

function CardMark({ live, unique }: { live: PieceState; unique: boolean }) {
  if (live.state === 'sold' || live.state === 'reserved') return <LiveMark live={live} />;
  if (live.state === 'discontinued') return <span className="small muted">No longer available</span>;
  return unique ? <Mark kind="unique">Unique</Mark> : <span />;
}

function CardButton({ piece, live }: { piece: WallPiece; live: PieceState }) {
  const cart = useCart();
  if (live.state === 'sold' || live.state === 'discontinued') return null;
  const isInCart = cart.has(piece.id);
  const words = isInCart ? 'Already in Cart' : 'Add to Cart';
  return (
    <button
      type="button"
      className="btn-text"
      aria-label={`${words}: ${piece.name}`}
      // What was heard since the loader answered is what counts.
      onClick={() => (isInCart ? openCart() : addToCart({ ...piece, status: 'available', sold: false }))}
    >
      {words}
    </button>
  );
}

/** How wide the picture will stand, by the rhythm of styles/catalog.css; an upright one does not fill its column. */
function sizesAt(position: number, { imageSet: [image] }: WallPiece): string {
  const ratio = image && image.height > 0 ? image.width / image.height : 0.8;
  const isWide = position % 5 >= 3;
  const isFullOnPhones = position % 5 === 0;
  const share = (tallest: number) => Math.min(1, ratio * tallest);
  const column = (width: number, tallest: number) => `${Math.ceil(width * share(tallest))}vw`;
  return `(min-width: 48rem) ${isWide ? column(46, 1.05) : column(30, 4 / 3)}, ${column(isFullOnPhones ? 92 : 46, 4 / 3)}`;
}
