import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, Navigate, useSearchParams } from 'react-router';
import { ownsListings } from '#contract/states.ts';
import { useSession } from '../session.ts';
import { StatePage } from '../shell/state-page.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import type { Route } from './+types/transfer-page.ts';
import { EndedTransfer } from './ended-transfer.tsx';
import { PaymentSuccess } from './payment-success.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import { useTransfer } from './use-transfer.ts';
import { WaitingForTransfer } from './waiting-for-transfer.tsx';

export function meta({ matches }: Route.MetaArgs) {
  const shop = matches[0].loaderData?.shop.name;
  return [{ title: [t`Bank Transfer`, shop].filter(Boolean).join(' | ') }, { name: 'robots', content: 'noindex' }];
}

/** The page is rendered in the browser, because only the browser has the session of the buyer. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Asking />;
}

/** The page that says how to transfer the money of an order and, later, how the order ended (docs/behaviour/checkout.md, 30). */
export default function TransferPage() {
  const orderId = useSearchParams()[0].get('order');
  const isGuest = useSession() === null;
  if (!orderId) return <Navigate to="/account" replace />;
  if (isGuest) return <SignInFirst />;
  return <Transfer key={orderId} orderId={orderId} />;
}

function Transfer({ orderId }: { orderId: string }) {
  const { state, askAgain } = useTransfer(orderId);
  if (state.phase === 'asking') return <Asking />;
  if (state.phase === 'failed')
    return (
      <StatePage
        title={t`This order cannot be shown`}
        action={<RetryActions reason={state.failure.message} onAskAgain={askAgain} />}
      />
    );
  if (state.phase === 'waiting') return <WaitingForTransfer {...state} onChange={() => void askAgain()} />;
  const { order, lines } = state;
  if (order.paymentMethod !== 'transfer')
    return <Navigate to={`/account?${new URLSearchParams({ order: orderId })}`} replace />;
  return ownsListings(order.status) ? (
    <PaymentSuccess products={lines} orderId={order.id} />
  ) : (
    <EndedTransfer order={order} />
  );
}

function Asking() {
  return (
    <StatePage title={t`Opening your order`} action={<span className="spin" />}>
      <span role="status">
        <Trans>One moment.</Trans>
      </span>
    </StatePage>
  );
}

/** `reason`: why the latest attempt failed. */
function RetryActions({ reason, onAskAgain }: { reason: string; onAskAgain: () => Promise<void> }) {
  const { isBusy, submit } = useSubmission(async () => {
    await onAskAgain();
    return undefined;
  });
  return (
    <div className="flex max-w-[27rem] flex-wrap justify-center gap-3 text-left">
      {!isBusy && <FailureNote>{reason}</FailureNote>}
      <Button busy={isBusy} onClick={submit}>
        <Trans>Check Again</Trans>
      </Button>
      <Link className="button button-line" to="/account">
        <Trans>See Your Orders</Trans>
      </Link>
    </div>
  );
}
