import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { useCartFailure } from './cart-failure.ts';
import { refreshCart } from './cart-store.ts';

/** Shown instead of the lines when there are none: the cart is empty, or it could not be loaded. */
export function EmptyCart({ onBrowse }: { onBrowse?: () => void }) {
  const failure = useCartFailure();
  const [busy, setBusy] = useState(false);

  async function tryAgain() {
    setBusy(true);
    await refreshCart();
    setBusy(false);
  }

  return (
    <div className="state">
      {failure === null ? (
        <p className="h-dialog">Your cart is empty</p>
      ) : (
        <Note tone="failed">
          <span className="flex flex-wrap items-center gap-x-4">
            {failure}
            <Button variant="text" busy={busy} onClick={() => void tryAgain()}>
              Try Again
            </Button>
          </span>
        </Note>
      )}
      <Link className="btn" to="/#collection" onClick={onBrowse}>
        Browse Collection
      </Link>
    </div>
  );
}
