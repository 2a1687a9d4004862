import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { canBuy } from '#contract/states.ts';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { Delivery } from '../delivery/delivery.tsx';
import { useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Route } from './+types/cart-page.ts';
import { CartContents, CartTotal } from './cart-contents.tsx';
import { refreshCart, useCart, useLiveCart } from './cart-store.ts';
import { EmptyCart } from './empty-cart.tsx';
import { useCheckout } from './use-checkout.ts';

export function meta({ matches }: Route.MetaArgs) {
  const shop = matches[0].loaderData?.shop.name;
  return [{ title: shop ? t`Cart | ${shop}` : t`Cart` }, { name: 'robots', content: 'noindex' }];
}

/** The cart is stored in the browser, so the page is rendered there. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <CartFrame>
      <Skeleton className="mt-9 h-28" />
      <Skeleton className="mt-5 h-28" />
    </CartFrame>
  );
}

/** The cart page (docs/behaviour/cart.md, 6). */
export default function CartPage() {
  const { items } = useCart();
  const canBuyAny = items.some(canBuy);
  useEffect(() => void refreshCart(), []);
  useLiveCart();
  return (
    <CartFrame>
      <div className="mt-4">
        <CartContents lines={items} />
      </div>
      {items.length === 0 ? (
        <EmptyCart />
      ) : (
        <>
          <CartTotal lines={items} />
          <Delivery pieces={items.filter(canBuy)} className="mb-6" />
          <div className={canBuyAny ? 'buy justify-end' : undefined}>
            {canBuyAny && <CheckoutButton />}
            <Link className={canBuyAny ? 'button button-line' : 'button'} to="/#collection">
              {canBuyAny ? t`Continue Shopping` : t`Browse Collection`}
            </Link>
          </div>
        </>
      )}
    </CartFrame>
  );
}

function CartFrame({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="page max-w-[calc(var(--container-read)+12rem)] pt-8 pb-[var(--gap-section)]">
      <h1 className="heading-section">
        <Trans>Your Cart</Trans>
      </h1>
      {children}
    </main>
  );
}

/** Guests go to /account instead, sign in there, and continue to the payment (docs/behaviour/cart.md, 6). */
function CheckoutButton() {
  const session = useSession();
  const navigate = useNavigate();
  const { busy, checkOut } = useCheckout();
  const reason = useId();
  function askToSignIn() {
    void navigate('/account');
    openSignIn({ continueTo: 'payment' });
  }
  return (
    <>
      <Button
        variant="buy"
        busy={busy}
        onClick={session ? checkOut : askToSignIn}
        aria-describedby={session ? undefined : reason}
      >
        <Trans>Checkout</Trans>
      </Button>
      {!session && (
        <span className="visually-hidden" id={reason}>
          <Trans>You will be asked to sign in</Trans>
        </span>
      )}
    </>
  );
}
