import { type ReactNode, useEffect, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { canBuy } from '#contract/states.ts';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Route } from './+types/cart-page.ts';
import { CartContents, CartTotal } from './cart-contents.tsx';
import { refreshCart, useCart, useLiveCart } from './cart-store.ts';
import { useCheckout } from './use-checkout.ts';

export function meta({ matches }: Route.MetaArgs) {
  const shop = matches[0].loaderData?.shop.name;
  return [{ title: shop ? `Cart | ${shop}` : 'Cart' }, { name: 'robots', content: 'noindex' }];
}

/** The cart is the browser's knowledge: the page is made there. */
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

/** The cart as a page of its own (SPEC.md §2). */
export default function CartPage() {
  const { items } = useCart();
  const hasAnyToBuy = items.some(canBuy);
  useEffect(() => void refreshCart(), []);
  useLiveCart();
  return (
    <CartFrame>
      <div className="mt-4">
        <CartContents lines={items} />
      </div>
      {items.length === 0 ? (
        <div className="state">
          <p className="h-dialog">Your cart is empty</p>
          <Link className="btn" to="/#collection">
            Browse Collection
          </Link>
        </div>
      ) : (
        <>
          {hasAnyToBuy && <CartTotal lines={items} />}
          <div className={hasAnyToBuy ? 'buy justify-end' : 'mt-6'}>
            {hasAnyToBuy && <CheckoutButton />}
            <Link className="btn btn-line" to="/#collection">
              Continue Shopping
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
      <h1 className="h-section">Your Cart</h1>
      {children}
    </main>
  );
}

/** Guests are sent to /account instead (SPEC.md §2), where they sign in, and go on to the payment from there. */
function CheckoutButton() {
  const session = useSession();
  const navigate = useNavigate();
  const { busy, checkOut } = useCheckout();
  const reason = useId();
  function askToSignIn() {
    void navigate('/account');
    openSignIn({ goOnTo: 'payment' });
  }
  return (
    <>
      <Button
        variant="buy"
        busy={busy}
        onClick={session ? checkOut : askToSignIn}
        aria-describedby={session ? undefined : reason}
      >
        Checkout
      </Button>
      {!session && (
        <span className="vh" id={reason}>
          You will be asked to sign in
        </span>
      )}
    </>
  );
}
