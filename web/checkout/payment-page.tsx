import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import type { UnavailableListing } from '#contract/checkout.ts';
import { homeCountry } from '#contract/country-names.ts';
import type { DeliveryOption } from '#contract/delivery.ts';
import type { Delivery, OrderDetails } from '#contract/orders.ts';
import { australianStates, type CheckoutMethod } from '#contract/states.ts';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { call, type Failure } from '../api.ts';
import { type CartLine, cartLineOf } from '../cart/cart-line.ts';
import { emptyCartAfterPayment, refreshCart, removeFromCart, useCart } from '../cart/cart-store.ts';
import { hasCarriedState } from '../language/carried-state.ts';
import { lazyComponent, useLazyComponent } from '../shell/lazy-component.ts';
import { LoadFailure } from '../shell/load-failure.tsx';
import { useShop } from '../shell/shop.ts';
import { StatePage } from '../shell/state-page.tsx';
import { storedToken } from '../stored-session.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Route } from './+types/payment-page.ts';
import { type CheckoutState, parseCheckoutState, useCheckoutState } from './checkout-state.ts';
import { noticeId, OrderSummary } from './order-summary.tsx';
import type { Purchase } from './pay.ts';
import { PaymentForm } from './payment-form.tsx';
import { PaymentSuccess } from './payment-success.tsx';
import type { ResumedPaymentProps } from './resumed-payment.tsx';
import { useHold } from './use-hold.ts';
import { usePayment } from './use-payment.ts';

export function meta({ matches }: Route.MetaArgs) {
  const shop = matches[0].loaderData?.shop.name;
  return [{ title: shop ? t`Payment | ${shop}` : t`Payment` }, { name: 'robots', content: 'noindex' }];
}

/** The listings to pay for are in the browser's history, so the page is rendered in the browser. */
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

/** Goes to the home page, and keeps the height of this page until then, so that the footer does not move. */
function RedirectHome() {
  return (
    <>
      <HydrateFallback />
      <Navigate to="/" replace />
    </>
  );
}

/** The payment page; without products or an order it goes to the home page (docs/behaviour/checkout.md, 12 and 26). */
export default function PaymentPage() {
  const { key, state, search } = useLocation();
  const isElsewhere = useShop().payments.mode === 'stripe';
  const checkout = parseCheckoutState(state);
  const orderId = isElsewhere ? (checkout?.orderId ?? new URLSearchParams(search).get('order')) : null;
  if (!checkout && !orderId) return <RedirectHome />;
  return <PaymentForBuyers key={key} initial={checkout} orderId={orderId} />;
}

function PaymentForBuyers({ initial, orderId }: { initial: CheckoutState | null; orderId: string | null }) {
  // Evaluated once: if the session expires on this page, the buyer stays here and sees the sign-in dialog.
  const [isGuest] = useState(() => storedToken() === null);
  // Read once: leaving this page to pay also stores an order id, which must not resume the order here.
  const [resumedId] = useState(orderId);
  useEffect(() => {
    if (isGuest) openSignIn({ continueTo: 'payment' });
  }, [isGuest]);

  if (isGuest) return <RedirectHome />;
  if (resumedId)
    return (
      <Resumed orderId={resumedId} known={initial} fallback={<HydrateFallback />}>
        {(checkout, order) => <PaymentContents initial={checkout} unpaid={order} />}
      </Resumed>
    );
  return initial && <PaymentContents initial={initial} unpaid={null} />;
}

/** Loaded only for buyers who come back to an order. */
const resumedPayment = lazyComponent(async () => ({ default: (await import('./resumed-payment.tsx')).ResumedPayment }));

function Resumed(props: ResumedPaymentProps) {
  const { Component, hasFailed, ...failure } = useLazyComponent(resumedPayment);
  if (Component) return <Component {...props} />;
  return hasFailed ? <LoadFailure {...failure} /> : props.fallback;
}

/** `unpaid`: the order with which the buyer came back without paying. */
function PaymentContents({ initial, unpaid }: { initial: CheckoutState; unpaid: OrderDetails | null }) {
  const [checkout, setCheckout] = useCheckoutState(initial);
  if (checkout.products.length === 0) return <NothingToPay />;
  if (checkout.isPaid) return <PaymentSuccess products={checkout.products} orderId={checkout.orderId} />;
  return <Checkout checkout={checkout} onChange={setCheckout} unpaid={unpaid} />;
}

interface CheckoutProps {
  checkout: CheckoutState;
  onChange: (next: CheckoutState) => void;
  unpaid: OrderDetails | null;
}

function Checkout({ checkout, onChange, unpaid }: CheckoutProps) {
  const { products } = checkout;
  const { items: cartLines } = useCart();
  useEffect(() => {
    if (hasCarriedState) void refreshCart();
  }, []);
  const { hold, request, setUnavailable } = useHold(products.map(({ id }) => id));
  const { progress, start } = useCheckoutPayment(checkout, onChange, setUnavailable);
  const [deliveryOption, setDeliveryOption] = useState<DeliveryOption | null>(null);

  function payFor(paymentMethod: CheckoutMethod, delivery: Delivery, savesAddress: boolean) {
    // Some listings are unavailable: the buyer must read the notice first.
    if (hold.phase === 'unavailable') return document.getElementById(noticeId)?.focus();
    const items = products.map(({ id, price }) => ({ listingId: id, price }));
    start({ items, paymentMethod, delivery, ...optionFields(deliveryOption) }, savesAddress);
  }

  function removeListings(unavailable: readonly UnavailableListing[]) {
    const ids = new Set(unavailable.map(({ listingId }) => listingId));
    for (const id of ids) removeFromCart(id);
    onChange({ ...checkout, products: products.filter(({ id }) => !ids.has(id)) });
    request();
  }

  return (
    <PaymentFrame>
      <PaymentForm
        products={products}
        deliveryOption={deliveryOption}
        onDeliveryOption={setDeliveryOption}
        unpaid={unpaid}
        progress={progress}
        isBlocked={hold.phase === 'unavailable' && hold.listings.length >= products.length}
        onPay={payFor}
        onCancel={() => void call('releaseHolds', { quiet: true, keepalive: true })}
      />
      <OrderSummary
        products={namedAsIn(cartLines, products)}
        delivery={deliveryOption}
        hold={hold}
        onRequest={request}
        onRemove={() => removeListings(hold.phase === 'unavailable' ? hold.listings : [])}
      />
    </PaymentFrame>
  );
}

/** Pays for the products of the checkout, and stores the result in its state. */
function useCheckoutPayment(
  checkout: CheckoutState,
  onChange: (next: CheckoutState) => void,
  onUnavailable: (listings: UnavailableListing[]) => void,
) {
  const savesAddress = useRef(false);
  const { progress, start } = usePayment({
    isElsewhere: useShop().payments.mode === 'stripe',
    onLeaving: (orderId, { delivery }) => {
      if (savesAddress.current) saveAddress(delivery);
      // With the order id, the page first asks how this payment ended when the buyer comes back or reloads it.
      onChange({ ...checkout, orderId });
    },
    onPaid: (orderId, { delivery }) => {
      if (savesAddress.current) saveAddress(delivery);
      if (!checkout.isReserved) emptyCartAfterPayment();
      onChange({ ...checkout, isPaid: true, orderId });
    },
    onFailed: (failure) => {
      if (failure.unavailable?.length) onUnavailable(failure.unavailable);
      else void updatePrices(failure, checkout, onChange);
    },
  });
  return {
    progress,
    start(purchase: Purchase, saves: boolean) {
      savesAddress.current = saves;
      void start(purchase);
    },
  };
}

/** The products with the names of the cart, which are in the language of the page: the products may come from a page in another one. */
function namedAsIn(lines: readonly CartLine[], products: readonly CartLine[]): readonly CartLine[] {
  return products.map((product) => {
    const { name, series } = lines.find(({ id }) => id === product.id) ?? product;
    return { ...product, name, series };
  });
}

/** The fields of the purchase for the chosen option; none without one, and for free delivery without an id (delivery-choice.tsx). */
const optionFields = (option: DeliveryOption | null) =>
  option?.id ? { deliveryOption: option.id, deliveryPrice: option.price } : {};

/** Saves the address in the profile for the next checkout. A failure is ignored: the order has the address. */
function saveAddress({ phone, address, city, state, postcode, country }: Delivery): void {
  // The profile has Australian addresses only.
  if (country !== homeCountry) return;
  const deliveryState = australianStates.find((known) => known === state);
  const body = { phone, deliveryAddress: address, deliveryCity: city, deliveryPostcode: postcode };
  void call('updateProfile', {
    body: { ...body, ...(deliveryState && { deliveryState }) },
    quiet: true,
    keepalive: true,
  });
}

/** After a 409, which may be about a changed price, updates the prices in the list. */
async function updatePrices(
  failure: Failure,
  checkout: CheckoutState,
  onChange: (next: CheckoutState) => void,
): Promise<void> {
  if (failure.status !== 409 || checkout.isReserved) return;
  const answers = await Promise.all(checkout.products.map(({ id }) => call('getListing', { params: { id } })));
  const products = checkout.products.map((line, position) => {
    const answer = answers[position];
    return answer?.success ? { ...line, price: cartLineOf(answer.listing).price } : line;
  });
  onChange({ ...checkout, products });
}

function PaymentFrame({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="page">
      <h1 className="heading-section pt-6">
        <Trans>Payment</Trans>
      </h1>
      <div className="checkout">{children}</div>
    </main>
  );
}

function NothingToPay() {
  return (
    <StatePage
      title={t`No products found for checkout`}
      action={
        <Link className="button" to="/#collection">
          <Trans>Browse Collection</Trans>
        </Link>
      }
    />
  );
}
