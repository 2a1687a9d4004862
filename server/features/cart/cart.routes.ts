import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { addToCart, clearCart, listCartItems, removeFromCart } from './cart.ts';

export function cartRoutes(shop: Shop): Handlers<'getCart' | 'addToCart' | 'removeFromCart' | 'clearCart'> {
  const cart = async (userId: string) => ({ cartItems: await listCartItems(shop, userId) });
  return {
    getCart: ({ session }) => cart(session.userId),
    addToCart: async ({ body, session }) =>
      (await addToCart(shop, session.userId, body.listingId)) ?? cart(session.userId),
    removeFromCart: async ({ body, session }) => {
      await removeFromCart(shop, session.userId, body.listingId);
      return cart(session.userId);
    },
    clearCart: async ({ session }) => {
      await clearCart(shop, session.userId);
      return cart(session.userId);
    },
  };
}
