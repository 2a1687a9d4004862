import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import type { UnavailablePiece } from '#contract/checkout.ts';
import type { Delivery } from '#contract/orders.ts';
import { australianStates, type PaymentMethod } from '#contract/states.ts';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { call, type Failure } from '../api.ts';
import { lineOf, totalOf } from '../cart/cart-line.ts';
import { emptyCartAfterPayment, removeFromCart } from '../cart/cart-store.ts';
import { StatePage } from '../shell/state-page.tsx';
import { storedToken } from '../stored-session.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Route } from './+types/payment-page.ts';
import { noticeId, OrderSummary } from './order-summary.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PaymentSuccess } from './payment-success.tsx';
import { useHold } from './use-hold.ts';
import { usePayment } from './use-payment.ts';
import { useVisit, type Visit, visitOf } from './visit.ts';

export function meta({ matches }: Route.MetaArgs) {
  const shop = matches[0].loaderData?.shop.name;
  return [{ title: shop ? `Payment | ${shop}` : 'Payment' }, { name: 'robots', content: 'noindex' }];
}

/** What is paid for stands in the browser's history: the page is made there. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <PaymentFrame>
      <div className="grid gap-10">
        <Skeleton className="h-80" />
        <Skeleton className="h-56" />
      </div>
      <Skeleton className="h-80" />
    </PaymentFrame>
  );
}

/** SPEC.md §2, Payment page: without products it leads home. */
export default function PaymentPage() {
  const { key, state } = useLocation();
  const visit = visitOf(state);
  if (!visit) return <Navigate to="/" replace />;
  return <PaymentVisit key={key} arrival={visit} />;
}

function PaymentVisit({ arrival }: { arrival: Visit }) {
  const [visit, setVisit] = useVisit(arrival);
  // Of the moment of arrival: a session that runs out here is asked for here.
  const [isGuest] = useState(() => storedToken() === null);
  useEffect(() => {
    if (isGuest) openSignIn({ goOnTo: 'payment' });
  }, [isGuest]);

  if (isGuest) return <Navigate to="/" replace />;
  if (visit.products.length === 0) return <NothingToPay />;
  if (visit.isPaid) return <PaymentSuccess products={visit.products} orderId={visit.orderId} />;
  return <Checkout visit={visit} onVisit={setVisit} />;
}

function Checkout({ visit, onVisit }: { visit: Visit; onVisit: (next: Visit) => void }) {
  const { products } = visit;
  const { hold, ask, lose } = useHold(products.map(({ id }) => id));
  const keepsAddress = useRef(false);
  const { progress, start } = usePayment({
    onPaid: (orderId, { delivery }) => {
      if (keepsAddress.current) keepAddress(delivery);
      emptyCartAfterPayment();
      onVisit({ ...visit, isPaid: true, orderId });
    },
    onFailed: (failure) => {
      if (failure.unavailable?.length) lose(failure.unavailable);
      else void showTodaysPrices(failure, visit, onVisit);
    },
  });

  function payFor(paymentMethod: PaymentMethod, delivery: Delivery, keeps: boolean) {
    // Some of it is not to be had: what to do about that comes first.
    if (hold.phase === 'lost') return document.getElementById(noticeId)?.focus();
    keepsAddress.current = keeps;
    start({ items: products.map(({ id, price }) => ({ listingId: id, price })), paymentMethod, delivery });
  }

  function giveUp(lost: readonly UnavailablePiece[]) {
    const gone = new Set(lost.map(({ listingId }) => listingId));
    for (const id of gone) removeFromCart(id);
    onVisit({ ...visit, products: products.filter(({ id }) => !gone.has(id)) });
    ask();
  }

  return (
    <PaymentFrame>
      <PaymentForm
        total={totalOf(products)}
        progress={progress}
        isStopped={hold.phase === 'lost' && hold.pieces.length >= products.length}
        onPay={payFor}
        onCancel={() => void call('releaseHolds', { quiet: true, keepalive: true })}
      />
      <OrderSummary
        products={products}
        hold={hold}
        onAsk={ask}
        onGiveUp={() => giveUp(hold.phase === 'lost' ? hold.pieces : [])}
      />
    </PaymentFrame>
  );
}

/** So that the next checkout knows it. The order is paid whatever becomes of this. */
function keepAddress({ phone, address, city, state, postcode }: Delivery): void {
  const deliveryState = australianStates.find((known) => known === state);
  const body = { phone, deliveryAddress: address, deliveryCity: city, deliveryPostcode: postcode };
  void call('updateProfile', { body: { ...body, ...(deliveryState && { deliveryState }) }, quiet: true });
}

/** After a refusal that may be about a price: the list and the total say what it costs now. */
async function showTodaysPrices(failure: Failure, visit: Visit, onVisit: (next: Visit) => void): Promise<void> {
  if (failure.status !== 409) return;
  const answers = await Promise.all(visit.products.map(({ id }) => call('getListing', { params: { id } })));
  const products = visit.products.map((line, position) => {
    const answer = answers[position];
    return answer?.success ? { ...line, price: lineOf(answer.listing).price } : line;
  });
  onVisit({ ...visit, products });
}

function PaymentFrame({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="page">
      <h1 className="h-section pt-6">Payment</h1>
      <div className="checkout">{children}</div>
    </main>
  );
}

function NothingToPay() {
  return (
    <StatePage
      title="No products found for checkout"
      action={
        <Link className="btn" to="/#collection">
          Browse Collection
        </Link>
      }
    />
  );
}
