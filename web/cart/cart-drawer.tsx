import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId } from 'react';
import { Link, useLocation } from 'react-router';
import { canBuy } from '#contract/states.ts';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import { Delivery } from '../delivery/delivery.tsx';
import { useSession } from '../session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { CartContents, CartTotal } from './cart-contents.tsx';
import { closeCart, listenToCartEvents, useCart, useCartOpen, useLiveCart } from './cart-store.ts';
import { EmptyCart } from './empty-cart.tsx';
import { useCheckout } from './use-checkout.ts';

/** The cart at the side of every page (docs/behaviour/cart.md, 6). Each page renders it once. */
export function CartDrawer() {
  const titleId = useId();
  const { pathname } = useLocation();
  useEffect(listenToCartEvents, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the path changes.
  useEffect(closeCart, [pathname]);
  return (
    <Dialog open={useCartOpen()} onClose={closeCart} labelledBy={titleId} variant="drawer">
      <div className="drawer-head">
        <h2 className="heading-dialog" id={titleId}>
          <Trans>Your Cart</Trans>
        </h2>
        <IconButton label={t`Close cart`} onClick={closeCart}>
          <Icon name="close" />
        </IconButton>
      </div>
      <DrawerBody />
    </Dialog>
  );
}

function DrawerBody() {
  const { items } = useCart();
  const isOpen = useCartOpen();
  useLiveCart();
  return (
    <>
      <div className="drawer-body">
        <CartContents lines={items} />
        {isOpen && <Delivery pieces={items.filter(canBuy)} onLeave={closeCart} className="mt-6" />}
        {items.length === 0 && <EmptyCart onBrowse={closeCart} />}
      </div>
      {items.length > 0 && (
        <div className="drawer-foot">
          <CartTotal lines={items} />
          {items.some(canBuy) ? <CheckoutButton /> : <BrowseCollection />}
          <Button variant="line" full onClick={closeCart}>
            <Trans>Continue Shopping</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

function BrowseCollection() {
  return (
    <Link className="button" to="/#collection" onClick={closeCart}>
      <Trans>Browse Collection</Trans>
    </Link>
  );
}

function CheckoutButton() {
  const session = useSession();
  const { busy, checkOut } = useCheckout();
  if (!session) {
    return (
      <Button variant="buy" full onClick={() => openSignIn({ continueTo: 'payment' })}>
        <Trans>Sign In to Checkout</Trans>
      </Button>
    );
  }
  return (
    <Button variant="buy" full busy={busy} onClick={checkOut}>
      <Trans>Checkout</Trans>
    </Button>
  );
}
