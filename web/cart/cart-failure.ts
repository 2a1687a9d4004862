import { useSession } from '../session.ts';
import { createStore, useStore } from '../ui/store.ts';

/** The message of the last failed load of the server's cart; null after a successful one. */
export const cartFailure = createStore<string | null>(null);

/**
 * Why the server's cart could not be loaded; pages then do not call the cart empty. Null after a successful load, and for guests, who
 * have no cart on the server.
 */
export function useCartFailure(): string | null {
  const message = useStore(cartFailure, null);
  return useSession() ? message : null;
}
