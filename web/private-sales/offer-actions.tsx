import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { sumDollars } from '#contract/money.ts';
import type { OpenedLink, PrivatePiece } from '#contract/private-sales.ts';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { call } from '../api.ts';
import { cartLineOf } from '../cart/cart-line.ts';
import { useSession } from '../session.ts';
import { usePrices } from '../shell/price.tsx';
import { useTimes } from '../shell/use-times.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';

interface OfferActionsProps {
  token: string;
  link: OpenedLink;
  onDeclined: () => void;
}

/** The gold note of an offer, its buy button, and a way to let the pieces go. */
export function OfferActions({ token, link: { until, pieces }, onDeclined }: OfferActionsProps) {
  const { weekday } = useTimes();
  const price = usePrices();
  const open = pieces.filter(({ state }) => state === 'open');
  const { buy, isBusy, failure } = useBuying(token);
  const [isAsking, setAsking] = useState(false);
  if (open.length === 0) return <Note tone="info">Nothing of this offer is left to buy.</Note>;
  const total = sumDollars(open.map(({ listing }) => listing.price ?? 0));
  const them = open.length === 1 ? 'the piece' : 'the pieces';
  return (
    <>
      <Note tone="held">
        <strong className="font-semibold">Reserved for you until {weekday(until)}</strong>
        <br />
        Until then nobody else can buy {them}; they see that {open.length === 1 ? 'it is' : 'they are'} reserved.
      </Note>
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <div className="buy">
        <Button variant="buy" busy={isBusy} onClick={buy}>
          Buy for {price(total)}
        </Button>
        <Button variant="text" onClick={() => setAsking(true)}>
          I do not want {open.length === 1 ? 'it, let it go' : 'them, let them go'}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={`Let ${them} go?`}
        confirmLabel="Let go"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          const answer = await call('declinePrivateOffer', { body: { token } });
          if (!answer.success) return answer;
          setAsking(false);
          onDeclined();
          return undefined;
        }}
      >
        Anybody can buy {them} then, and this link ends.
      </ConfirmDialog>
    </>
  );
}

/** Goes to the payment page with the pieces, after the sign-in that every checkout needs. */
function useBuying(token: string) {
  const navigate = useNavigate();
  const session = useSession();
  const [waits, setWaiting] = useState(false);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('takePrivateOffer', { body: { token } });
    if (!answer.success) return answer;
    const products = answer.link.pieces.filter(({ state }) => state === 'open').map(lineOf);
    await navigate('/payment', { state: { products, hasOwnPrices: true } });
    return undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the sign-in.
  useEffect(() => {
    if (!waits || !session) return;
    setWaiting(false);
    submit();
  }, [waits, session]);
  const buy = () => {
    if (session) return submit();
    setWaiting(true);
    openSignIn();
  };
  return { buy, isBusy, failure };
}

/** The public data of the listing says that it is reserved. */
const lineOf = ({ listing }: PrivatePiece) =>
  cartLineOf({ ...listing, price: listing.price ?? 0, reserved: false, reservedUntil: null });
