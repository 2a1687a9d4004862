import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { OrderDetails } from '#contract/orders.ts';
import { ownsListings } from '#contract/states.ts';
import type { CartLine } from '../cart/cart-line.ts';
import { removeFromCart } from '../cart/cart-store.ts';
import { useSession } from '../session.ts';
import { StatePage } from '../shell/state-page.tsx';
import { useTimes } from '../shell/use-times.ts';
import { Button } from '../ui/button.tsx';
import type { Route } from './+types/payment-return.ts';
import { paymentAddress, transferAddress } from './pay.ts';
import { type PaymentOutcome, usePaymentOutcome } from './payment-outcome.ts';
import { PaymentSuccess } from './payment-success.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import { UnpaidOrder } from './unpaid-order.tsx';

export function meta({ matches }: Route.MetaArgs) {
  const shop = matches[0].loaderData?.shop.name;
  return [{ title: shop ? t`Payment | ${shop}` : t`Payment` }, { name: 'robots', content: 'noindex' }];
}

/** The page is rendered in the browser, because only the browser has the session of the buyer. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Asking />;
}

/** The page to which the payment processor sends the buyer. It says how the payment ended (docs/behaviour/checkout.md, 27). */
export default function PaymentReturn() {
  const orderId = useSearchParams()[0].get('order');
  const isGuest = useSession() === null;
  if (!orderId) return <Navigate to="/account" replace />;
  if (isGuest) return <SignInFirst />;
  return <Ended key={orderId} orderId={orderId} />;
}

function Ended({ orderId }: { orderId: string }) {
  const { outcome, askAgain } = usePaymentOutcome(orderId);
  if (outcome.phase === 'asking') return <Asking />;
  if (outcome.phase === 'failed')
    return (
      <StatePage title={t`We cannot say yet how this payment ended`} action={<Again onClick={askAgain} />}>
        {outcome.failure.status === 404
          ? t`Its order was replaced by a newer one, or a piece was withdrawn. Money that was taken for it is sent back, and you get an email.`
          : `${outcome.failure.message} ${t`Nothing needs to be paid again.`}`}
      </StatePage>
    );
  if (outcome.order.paymentMethod === 'transfer') return <Navigate to={transferAddress(orderId)} replace />;
  // The bank refused after the buyer had left the page of the processor.
  if (outcome.order.status === 'pending' && outcome.order.declined)
    return <Navigate to={paymentAddress(orderId)} replace />;
  if (outcome.phase === 'waiting') return <Waiting {...outcome} onAskAgain={askAgain} />;
  return ownsListings(outcome.order.status) ? <Paid {...outcome} /> : <UnpaidOrder order={outcome.order} />;
}

function Asking() {
  return (
    <StatePage title={t`Checking your payment`} action={<span className="spin" />}>
      <span role="status">
        <Trans>One moment.</Trans>
      </span>
    </StatePage>
  );
}

function Waiting({
  order,
  isLong,
  onAskAgain,
}: Extract<PaymentOutcome, { phase: 'waiting' }> & { onAskAgain: () => void }) {
  const isAgreed = order.status === 'processing';
  const { email } = order.buyer;
  if (order.isWithBank) return <WithBank order={order} isLong={isLong} onAskAgain={onAskAgain} />;
  if (!isLong)
    return (
      <StatePage
        title={isAgreed ? t`Taking your payment` : t`Waiting for your bank`}
        action={<span className="spin" />}
      >
        <span role="status">
          {isAgreed
            ? t`Your bank has agreed, and the pieces are yours. This takes some seconds.`
            : t`Your bank has not answered yet. Nothing needs to be paid again.`}
        </span>
      </StatePage>
    );
  return (
    <StatePage
      title={isAgreed ? t`Your payment takes longer than usual` : t`No payment has arrived yet`}
      action={
        <Again onClick={onAskAgain}>
          {!isAgreed && (
            <Link className="button button-line" to={paymentAddress(order.id)}>
              <Trans>Back to Payment</Trans>
            </Link>
          )}
        </Again>
      }
    >
      <span role="status">
        {isAgreed
          ? t`The pieces are yours. You can close this page: we write to ${email} when the payment is complete.`
          : t`If you have paid, do not pay again: we write to ${email} when your bank answers.`}
      </span>
    </StatePage>
  );
}

/** Shown when the buyer has agreed to a payment by PayTo and the bank has not decided yet. */
function WithBank({ order, isLong, onAskAgain }: { order: OrderDetails; isLong: boolean; onAskAgain: () => void }) {
  const { clock } = useTimes();
  const { holdExpiresAt } = order;
  const { email } = order.buyer;
  return (
    <StatePage
      title={t`Waiting for your bank`}
      action={isLong ? <Again onClick={onAskAgain} /> : <span className="spin" />}
    >
      <span role="status">
        {isLong
          ? t`Your bank takes longer than usual. Do not pay again: we write to ${email} when it has decided.`
          : t`You have agreed to the payment, and your bank decides now. This usually takes less than a minute.`}
        {holdExpiresAt && ` ${t`The pieces are held for you until ${{ time: clock(holdExpiresAt) }}.`}`}
      </span>
    </StatePage>
  );
}

function Again({ onClick, children }: { onClick: () => void; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <Button onClick={onClick}>
        <Trans>Check Again</Trans>
      </Button>
      {children ?? (
        <Link className="button button-line" to="/account">
          <Trans>See Your Orders</Trans>
        </Link>
      )}
    </div>
  );
}

function Paid({ order, lines }: { order: OrderDetails; lines: CartLine[] }) {
  const hasEmptied = useRef(false);
  useEffect(() => {
    if (hasEmptied.current) return;
    hasEmptied.current = true;
    // Only the bought pieces are removed: this page may be opened again when the cart has new lines.
    for (const { id } of lines) removeFromCart(id);
  }, [lines]);
  return <PaymentSuccess products={lines} orderId={order.id} />;
}
