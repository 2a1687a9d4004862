import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { price } from './money.ts';
import { delivery, order, wantedItems } from './orders.ts';
import { paymentMethods } from './states.ts';
import { id, moment, pathId } from './text.ts';

export const unavailableReasons = ['sold', 'held', 'discontinued'] as const;

/** Rides on a 409 of holds, checkout and orders as `unavailable`: which pieces cannot be had, and why. */
export const unavailablePiece = z.object({
  listingId: z.string(),
  name: z.string(),
  reason: z.enum(unavailableReasons),
  until: z.string().optional(),
});
export type UnavailablePiece = z.infer<typeof unavailablePiece>;

const details = {
  paymentMethod: z.enum(paymentMethods).optional(),
  delivery: delivery.optional(),
};

/** `{items}` or one `{listingId, price}` (SPEC.md §7, POST /orders). */
const newOrder = z
  .object({ items: wantedItems.optional(), listingId: id.optional(), price: price.optional(), ...details })
  .transform((body, context) => {
    const { listingId, price: onePrice, items, ...rest } = body;
    if (items) return { ...rest, items };
    if (listingId !== undefined && onePrice !== undefined) return { ...rest, items: [{ listingId, price: onePrice }] };
    context.addIssue({ code: 'custom', path: ['items'], message: 'Name the pieces to buy and their prices' });
    return z.NEVER;
  });

const pieceIds = z
  .array(id)
  .max(limits.piecesPerCheckout)
  .refine((ids) => new Set(ids).size === ids.length, 'A piece can be held once');

/** A hold as the shopkeeper sees it: who is being waited for right now. */
export const adminHold = z.object({
  listingId: z.string(),
  listingName: z.string(),
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  since: z.string(),
  expiresAt: z.string(),
});
export type AdminHold = z.infer<typeof adminHold>;

export const checkoutEndpoints = {
  listHolds: endpoint({
    method: 'GET',
    path: '/admin/holds',
    access: 'admin',
    summary: 'Who is being waited for right now, the first to end first',
    reply: z.object({ holds: z.array(adminHold) }),
  }),
  releaseHold: endpoint({
    method: 'POST',
    path: '/admin/holds/:id/release',
    access: 'admin',
    summary: 'End the hold on a piece (by the piece’s id), and the checkout that waits with it',
    params: z.object({ id: pathId }),
    reply: z.object({}),
  }),
  holdPieces: endpoint({
    method: 'POST',
    path: '/holds',
    access: 'customer',
    summary: 'Hold pieces while the payment form is filled in: all or nothing',
    body: z.object({ listingIds: pieceIds }),
    reply: z.object({ expiresAt: z.string(), held: z.array(z.string()) }),
  }),
  releaseHolds: endpoint({
    method: 'DELETE',
    path: '/holds',
    access: 'customer',
    summary: 'Give up every own hold and the pending checkout',
    reply: z.object({}),
  }),
  createCheckout: endpoint({
    method: 'POST',
    path: '/orders/checkout',
    access: 'customer',
    summary: 'Write a pending order over held pieces: all or nothing',
    body: z.object({ items: wantedItems, ...details }),
    idempotent: true,
    reply: z.object({
      message: z.string(),
      orderDate: z.string(),
      orderId: z.string(),
      holdExpiresAt: z.string().nullable(),
    }),
  }),
  createOrder: endpoint({
    method: 'POST',
    path: '/orders',
    access: 'customer',
    summary: 'The same as checkout, answering the order',
    body: newOrder,
    idempotent: true,
    reply: z.object({ message: z.string(), order }),
    status: 201,
  }),
  confirmPayment: endpoint({
    method: 'POST',
    path: '/orders/confirm-payment',
    access: 'customer',
    summary: 'Pending becomes paid; repeating it changes nothing',
    body: z
      .object({
        orderDate: moment.optional(),
        orderId: id.optional(),
        listingIds: z.array(id).max(limits.piecesPerCheckout),
      })
      .refine((body) => body.orderDate !== undefined || body.orderId !== undefined, {
        path: ['orderDate'],
        message: 'Name the order by its orderDate',
      }),
    idempotent: true,
    reply: z.object({ order }),
  }),
};
