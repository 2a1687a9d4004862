import { useNavigate } from 'react-router';
import { canBuy } from '#contract/states.ts';
import { useSubmission } from '../ui/use-submission.ts';
import { currentLines } from './cart-lines.ts';
import { closeCart } from './cart-store.ts';
import { pushAll } from './server-cart.ts';

/**
 * Goes to the payment page for a signed-in user. Pushes the cart to the server first, and continues even if that fails; the
 * lines that can be bought are passed in the navigation state (docs/behaviour/cart.md, 8).
 */
export function useCheckout(): { busy: boolean; checkOut: () => void } {
  const navigate = useNavigate();
  const { isBusy, submit } = useSubmission(async () => {
    await pushAll();
    const products = currentLines().filter(canBuy);
    // All were sold in the meantime, which the cart shows.
    if (products.length === 0) return;
    closeCart();
    await navigate('/payment', { state: { products } });
  });
  return { busy: isBusy, checkOut: submit };
}
