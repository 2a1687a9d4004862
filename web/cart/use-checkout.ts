import { useState } from 'react';
import { useNavigate } from 'react-router';
import { canBuy } from '#contract/states.ts';
import { currentLines } from './cart-lines.ts';
import { closeCart } from './cart-store.ts';
import { pushAll } from './server-cart.ts';

/**
 * The way to payment for who is signed in: the cart is told to the server first, and whatever becomes of that, the pieces
 * that can be bought go along in the navigation's state (SPEC.md §4, Cart).
 */
export function useCheckout(): { busy: boolean; checkOut: () => void } {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function goToPayment() {
    setBusy(true);
    await pushAll();
    setBusy(false);
    const products = currentLines().filter(canBuy);
    // Sold in this very moment: the cart says so.
    if (products.length === 0) return;
    closeCart();
    await navigate('/payment', { state: { products } });
  }

  return { busy, checkOut: () => void goToPayment() };
}
