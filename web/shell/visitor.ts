import { useLocation } from 'react-router';
import { useCart } from '../cart/cart-store.ts';
import { type Session, useSession } from '../session.ts';

/**
 * Whom the header shows, and how many pieces are in the cart. The preview of the home page (docs/behaviour/home.md) shows what guests
 * see.
 */
export function useVisitor(): { session: Session | null; count: number } {
  const session = useSession();
  const { count } = useCart();
  const isPreview = useLocation().pathname.startsWith('/preview/');
  return isPreview ? { session: null, count: 0 } : { session, count };
}
