import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { useCart } from '../cart/cart-store.ts';
import { showToast } from '../ui/toast.tsx';
import type { LiveState } from './live-state.ts';

/** Milliseconds within which a purchase in another tab of this browser empties the cart of this tab too. */
const ownPurchaseDelay = 1_500;

/** Shows a toast when somebody buys the listing while the page is open, unless it was bought from this browser's cart. */
export function useSoldToast(listing: Listing, live: LiveState): void {
  const cart = useCart();
  const isInCart = useRef(false);
  const wasSold = useRef(live.state === 'sold');
  const { state, isLiveChange } = live;
  const { id, name } = listing;
  const inCartNow = cart.has(id);

  useEffect(() => {
    isInCart.current = inCartNow;
  }, [inCartNow]);

  useEffect(() => {
    const becameSold = state === 'sold' && isLiveChange && !wasSold.current;
    wasSold.current = state === 'sold';
    if (!becameSold) return;
    const notify = () => showToast({ tone: 'news', text: t`Somebody has just bought ${name}.` });
    if (!isInCart.current) {
      notify();
      return;
    }
    const timer = setTimeout(() => {
      if (isInCart.current) notify();
    }, ownPurchaseDelay);
    return () => clearTimeout(timer);
  }, [state, isLiveChange, name]);
}
