import { useEffect, useId } from 'react';
import { Link, useLocation } from 'react-router';
import { canBuy } from '#contract/states.ts';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { useSession } from '../session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { CartContents, CartTotal } from './cart-contents.tsx';
import { closeCart, listenToCartEvents, useCart, useCartOpen, useLiveCart } from './cart-store.ts';
import { useCheckout } from './use-checkout.ts';

/** The cart at the side of every page (SPEC.md §2). Once per page. */
export function CartDrawer() {
  const titleId = useId();
  const { pathname } = useLocation();
  useEffect(listenToCartEvents, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it does not follow to another page.
  useEffect(closeCart, [pathname]);
  return (
    <Dialog open={useCartOpen()} onClose={closeCart} labelledBy={titleId} form="drawer">
      <div className="drawer-head">
        <h2 className="h-dialog" id={titleId}>
          Your Cart
        </h2>
        <IconButton label="Close cart" onClick={closeCart}>
          <Icon name="close" />
        </IconButton>
      </div>
      <DrawerBody />
    </Dialog>
  );
}

function DrawerBody() {
  const { items } = useCart();
  useLiveCart();
  return (
    <>
      <div className="drawer-body">
        <CartContents lines={items} />
        {items.length === 0 && (
          <div className="state">
            <p className="h-dialog">Your cart is empty</p>
            <Link className="btn" to="/#collection" onClick={closeCart}>
              Browse Collection
            </Link>
          </div>
        )}
      </div>
      {items.length > 0 && (
        <div className="drawer-foot">
          <CartTotal lines={items} />
          {items.some(canBuy) && <CheckoutButton />}
          <Button variant="line" full onClick={closeCart}>
            Continue Shopping
          </Button>
        </div>
      )}
    </>
  );
}

function CheckoutButton() {
  const session = useSession();
  const { busy, checkOut } = useCheckout();
  if (!session) {
    return (
      <Button variant="buy" full onClick={() => openSignIn({ goOnTo: 'payment' })}>
        Sign In to Checkout
      </Button>
    );
  }
  return (
    <Button variant="buy" full busy={busy} onClick={checkOut}>
      Checkout
    </Button>
  );
}
