import { useLocation } from 'react-router';
import { useCart } from '../cart/cart-store.ts';
import { type Session, useSession } from '../session.ts';

/**
 * The session and the number of pieces in the cart that the header shows. The preview of the home page (docs/behaviour/home.md, 6) has
 * the header of a guest.
 */
export function useVisitor(): { session: Session | null; count: number } {
  const session = useSession();
  const { count } = useCart();
  const isPreview = useLocation().pathname.startsWith('/preview/');
  return isPreview ? { session: null, count: 0 } : { session, count };
}
