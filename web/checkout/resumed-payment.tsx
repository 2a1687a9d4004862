import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router';
import type { OrderDetails } from '#contract/orders.ts';
import { StatePage } from '../shell/state-page.tsx';
import type { CheckoutState } from './checkout-state.ts';
import { returnAddress, transferAddress } from './pay.ts';
import { linesOf, readOrder } from './payment-outcome.ts';

export interface ResumedPaymentProps {
  orderId: string;
  /** The checkout with which the buyer left the page; null if the buyer comes by a link. */
  known: CheckoutState | null;
  /** Shown while the shop is asked. */
  fallback: ReactNode;
  children: (checkout: CheckoutState, order: OrderDetails | null) => ReactNode;
}

/**
 * The payment page for a buyer who comes back to it: by the link on the processor's page, by the button Back, or by a reload. It
 * first asks how the payment ended, so that nobody pays twice (docs/behaviour/checkout.md, 26).
 */
export function ResumedPayment({ orderId, known, fallback, children }: ResumedPaymentProps) {
  const [found, setFound] = useState<{ order: OrderDetails | null; checkout: CheckoutState | null } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` changes with every change of the list.
  useEffect(() => {
    let isUnmounted = false;
    const find = async () => {
      const order = await readOrder(orderId);
      if ('message' in order) return { order: null, checkout: known };
      return { order, checkout: { products: await linesOf(order), isPaid: false } };
    };
    void find().then((result) => {
      if (!isUnmounted) setFound(result);
    });
    return () => {
      isUnmounted = true;
    };
  }, [orderId]);

  if (found === null) return fallback;
  if (found.order?.paymentMethod === 'transfer') return <Navigate to={transferAddress(orderId)} replace />;
  if (found.order && (found.order.status !== 'pending' || found.order.isWithBank))
    return <Navigate to={returnAddress(orderId)} replace />;
  if (!found.checkout) return <PaymentEnded />;
  return children(found.checkout, found.order);
}

function PaymentEnded() {
  return (
    <StatePage
      title={t`This payment has ended`}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Link className="button" to="/account">
            <Trans>See Your Orders</Trans>
          </Link>
          <Link className="button button-line" to="/#collection">
            <Trans>Browse Collection</Trans>
          </Link>
        </div>
      }
    >
      <Trans>
        Nothing is owed for it, and money that was taken is sent back. If you have begun another payment since, your
        orders say how that one ended.
      </Trans>
    </StatePage>
  );
}
