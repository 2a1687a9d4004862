import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sumPrices } from '#contract/money.ts';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { type CartListing, cartLineOf } from '../cart/cart-line.ts';
import { useSession } from '../session.ts';
import { usePrices } from '../shell/price.tsx';
import { useTimes } from '../shell/use-times.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { type FormFailure, useSubmission } from '../ui/use-submission.ts';

interface ReservedForYouProps {
  pieces: readonly CartListing[];
  until: string;
  /** What happens when the pieces are let go. */
  consequence: string;
  /** Called before the payment page, by a signed-in buyer; returns the pieces to pay for. */
  take: () => Promise<{ pieces: readonly CartListing[] } | FormFailure>;
  letGo: () => Promise<FormFailure | undefined>;
}

/** The gold note of pieces that nobody else can buy, their buy button, and a way to let them go. */
export function ReservedForYou({ pieces, until, consequence, take, letGo }: ReservedForYouProps) {
  const { end } = useTimes();
  const price = usePrices();
  const { buy, isBusy, failure } = useBuying(take);
  const [isAsking, setAsking] = useState(false);
  const count = pieces.length;
  const sum = price(sumPrices(pieces.map((listing) => listing.price)));
  return (
    <>
      <Note tone="held">
        <strong className="font-semibold">
          <Trans>Reserved for you until {{ time: end(until) }}</Trans>
        </strong>
        <br />
        {plural(count, {
          one: 'Until then nobody else can buy the piece; they see that it is reserved.',
          other: 'Until then nobody else can buy the pieces; they see that they are reserved.',
        })}
      </Note>
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <div className="buy">
        <Button variant="buy" busy={isBusy} onClick={buy}>
          <Trans>Buy for {sum}</Trans>
        </Button>
        <Button variant="text" onClick={() => setAsking(true)}>
          {plural(count, { one: 'I do not want it, let it go', other: 'I do not want them, let them go' })}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={plural(count, { one: 'Let the piece go?', other: 'Let the pieces go?' })}
        confirmLabel={t`Let go`}
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          const failed = await letGo();
          if (!failed) setAsking(false);
          return failed;
        }}
      >
        {consequence}
      </ConfirmDialog>
    </>
  );
}

/** `buy` goes to the payment page with the pieces; a guest signs in first. */
function useBuying(take: ReservedForYouProps['take']) {
  const navigate = useNavigate();
  const session = useSession();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const taken = await take();
    if (!('pieces' in taken)) return taken;
    // The public data says that the listings are reserved, but not that they are reserved for this buyer.
    const products = taken.pieces.map((listing) => cartLineOf({ ...listing, reserved: false, reservedUntil: null }));
    await navigate('/payment', { state: { products, isReserved: true } });
    return undefined;
  });
  const buy = () => (session ? submit() : openSignIn({ onSignedIn: submit }));
  return { buy, isBusy, failure };
}
