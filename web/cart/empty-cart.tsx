import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { useCartFailure } from './cart-failure.ts';
import { refreshCart } from './cart-store.ts';

/** Shown instead of the lines when there are none: the cart is empty, or it could not be loaded. */
export function EmptyCart({ onBrowse }: { onBrowse?: () => void }) {
  const failure = useCartFailure();
  const { isBusy, submit } = useSubmission(async () => {
    await refreshCart();
    return undefined;
  });

  return (
    <div className="state">
      {failure === null ? (
        <p className="heading-dialog">
          <Trans>Your cart is empty</Trans>
        </p>
      ) : (
        <Note tone="failed">
          <span className="flex flex-wrap items-center gap-x-4">
            {failure}
            <Button variant="text" busy={isBusy} onClick={submit}>
              <Trans>Try Again</Trans>
            </Button>
          </span>
        </Note>
      )}
      <Link className="button" to="/#collection" onClick={onBrowse}>
        <Trans>Browse Collection</Trans>
      </Link>
    </div>
  );
}
