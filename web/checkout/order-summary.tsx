import { useRef } from 'react';
import { type CartLine, totalOf } from '../cart/cart-line.ts';
import { PieceLines, Total } from '../cart/piece-lines.tsx';
import { HoldNote } from './hold-note.tsx';
import { LostPieces } from './lost-pieces.tsx';
import type { Hold } from './use-hold.ts';

interface OrderSummaryProps {
  products: readonly CartLine[];
  hold: Hold;
  onAsk: () => void;
  /** Of what was lost to somebody else. */
  onGiveUp: () => void;
}

/** Where the focus goes when the summary has to be looked at first. */
export const noticeId = 'checkout-notice';

/** What is bought, for how much, and how long it is the shopper's alone. */
export function OrderSummary({ products, hold, onAsk, onGiveUp }: OrderSummaryProps) {
  const notice = useRef<HTMLDivElement>(null);
  /** The button that was pressed goes; the focus stays with what comes in its place. */
  const keepingFocus = (act: () => void) => () => {
    notice.current?.focus();
    act();
  };
  const hasRest = hold.phase === 'lost' && hold.pieces.length < products.length;
  return (
    <aside className="summary" aria-label="Order summary">
      <div ref={notice} id={noticeId} tabIndex={-1}>
        {hold.phase === 'lost' ? (
          <LostPieces
            pieces={hold.pieces}
            hasRest={hasRest}
            onGiveUp={keepingFocus(onGiveUp)}
            onAskAgain={keepingFocus(onAsk)}
          />
        ) : (
          <HoldNote hold={hold} onAsk={keepingFocus(onAsk)} />
        )}
      </div>
      <PieceLines lines={products} />
      <div className="-mb-5">
        <Total dollars={totalOf(products)} />
      </div>
    </aside>
  );
}
