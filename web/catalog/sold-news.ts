import { useEffect, useRef } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { useCart } from '../cart/cart-store.ts';
import { showToast } from '../ui/toast.tsx';
import type { PieceState } from './live-state.ts';

/** Milliseconds within which a purchase in another tab of this browser has emptied the cart here too. */
const ownPurchaseArrives = 1_500;

/** Says that somebody bought the piece while this page was open, unless it was bought from this browser's own cart. */
export function useSoldNews(listing: Listing, live: PieceState): void {
  const cart = useCart();
  const isInCart = useRef(false);
  const wasSold = useRef(live.state === 'sold');
  const { state, isNews } = live;
  const { id, name } = listing;
  const inCartNow = cart.has(id);

  useEffect(() => {
    isInCart.current = inCartNow;
  }, [inCartNow]);

  useEffect(() => {
    const becameSold = state === 'sold' && isNews && !wasSold.current;
    wasSold.current = state === 'sold';
    if (!becameSold) return;
    const tell = () => showToast({ tone: 'news', text: `Somebody has just bought ${name}.` });
    if (!isInCart.current) {
      tell();
      return;
    }
    const timer = setTimeout(() => {
      if (isInCart.current) tell();
    }, ownPurchaseArrives);
    return () => clearTimeout(timer);
  }, [state, isNews, name]);
}
