import { useNavigate } from 'react-router';
import { canBuy } from '#contract/states.ts';
import { useSubmission } from '../ui/use-submission.ts';
import { currentLines } from './cart-lines.ts';
import { closeCart } from './cart-store.ts';
import { pushAll } from './server-cart.ts';

/**
 * `checkOut` takes a signed-in user to the payment page. It pushes the cart to the server first, and continues even if that
 * fails. The lines that can be bought are passed in the navigation state (docs/behaviour/cart.md, 8).
 */
export function useCheckout(): { busy: boolean; checkOut: () => void } {
  const navigate = useNavigate();
  const { isBusy, submit } = useSubmission(async () => {
    await pushAll();
    const products = currentLines().filter(canBuy);
    // No line can be bought any more, and the cart says so.
    if (products.length === 0) return;
    closeCart();
    await navigate('/payment', { state: { products } });
  });
  return { busy: isBusy, checkOut: submit };
}
