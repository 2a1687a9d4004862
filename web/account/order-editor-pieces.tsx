import { useId } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { formatDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { OrderPiecePicture } from './order-piece-picture.tsx';

interface OwnPiecesProps {
  order: Order;
  removed: ReadonlySet<string>;
  onToggle: (listingId: string) => void;
}

/** What the order has. A removed piece stays in its place until it is saved, so that it can be kept after all. */
export function OwnPieces({ order, removed, onToggle }: OwnPiecesProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 className="h-block" id={titleId}>
        In this order
      </h3>
      <ul className="lines">
        {order.items.map(({ listingId, price, listing }) => {
          const isRemoved = removed.has(listingId);
          return (
            <li key={listingId}>
              <span className="pic">
                <OrderPiecePicture listing={listing} align="top" />
              </span>
              <p className={isRemoved ? 'name subtle' : 'name'}>{listing.name}</p>
              <span className={isRemoved ? 'price num subtle line-through' : 'price num'}>{formatDollars(price)}</span>
              <p className="sub">{[listing.artist, listing.year].filter(Boolean).join(', ')}</p>
              <div className="act items-center">
                {isRemoved && <span className="small muted">Will be removed</span>}
                <button
                  className="btn-text small"
                  type="button"
                  aria-label={`${isRemoved ? 'Keep' : 'Remove'} ${listing.name}`}
                  onClick={() => onToggle(listingId)}
                >
                  {isRemoved ? 'Keep' : 'Remove'}
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface PiecesToAddProps {
  /** Null while they are on their way. */
  pieces: readonly Listing[] | null;
  added: ReadonlySet<string>;
  onToggle: (listingId: string) => void;
}

export function PiecesToAdd({ pieces, added, onToggle }: PiecesToAddProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} aria-busy={pieces === null}>
      <h3 className="h-block mb-3" id={titleId}>
        Add a piece
      </h3>
      {pieces?.length === 0 && <p className="muted">No pieces available</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4">
        {pieces === null && [0, 1, 2, 3].map((box) => <Skeleton key={box} className="aspect-[4/6]" />)}
        {pieces?.map((piece) => (
          <PieceToAdd key={piece.id} piece={piece} chosen={added.has(piece.id)} onToggle={() => onToggle(piece.id)} />
        ))}
      </ul>
    </section>
  );
}

function PieceToAdd({ piece, chosen, onToggle }: { piece: Listing; chosen: boolean; onToggle: () => void }) {
  const [image] = piece.imageSet;
  return (
    <li>
      <label className="grid cursor-pointer gap-2">
        <span className="card-pic [--tall:125%]">
          <span className="shot" style={image && pictureBox(image)}>
            {image ? <Picture image={image} sizes="176px" alt="" className="object-contain" /> : <PlaceholderPicture />}
          </span>
        </span>
        <span className="check items-start!">
          <input type="checkbox" checked={chosen} onChange={onToggle} />
          <span className="small">
            <span className="name text-16! leading-5!">{piece.name}</span>
            <br />
            <span className="num muted">{formatDollars(piece.price)}</span>
          </span>
        </span>
      </label>
    </li>
  );
}
