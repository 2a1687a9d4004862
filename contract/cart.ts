import { z } from 'zod';
import { listing } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { id } from './text.ts';
import { inLanguage } from './translations.ts';

export const cartItem = z.object({ listingId: z.string(), addedAt: z.string(), listing });
export type CartItem = z.infer<typeof cartItem>;

const entry = z.object({ listingId: id });
const reply = z.object({ cartItems: z.array(cartItem) });

export const cartEndpoints = {
  getCart: endpoint({
    method: 'GET',
    path: '/cart',
    access: 'customer',
    summary: 'Own cart, oldest first',
    query: inLanguage,
    reply,
  }),
  addToCart: endpoint({
    method: 'POST',
    path: '/cart/add',
    access: 'customer',
    summary: 'Add a listing to the cart; does nothing if it is already there',
    query: inLanguage,
    body: entry,
    reply,
    refuses: [404, 409],
  }),
  removeFromCart: endpoint({
    method: 'POST',
    path: '/cart/remove',
    access: 'customer',
    summary: 'Remove a listing from the cart',
    query: inLanguage,
    body: entry,
    reply,
  }),
  clearCart: endpoint({ method: 'DELETE', path: '/cart/clear', access: 'customer', summary: 'Empty the cart', reply }),
};
