import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { price } from './money.ts';
import { delivery, order, wantedItems } from './orders.ts';
import { seenAmount } from './seen-amount.ts';
import { checkoutMethods } from './states.ts';
import { areUnique, id, moment, pathId } from './text.ts';

const unavailableReasons = ['sold', 'held', 'discontinued', 'limit'] as const;

/**
 * A listing that cannot be bought, and why. Sent in `unavailable` of 409 and 429 answers of holds, checkout and orders, and of a change
 * of a product that a hold or a reservation forbids. `limit`: this account, or the accounts of this network, may not hold the listing
 * before `until`.
 */
export const unavailableListing = z.object({
  listingId: z.string(),
  name: z.string(),
  reason: z.enum(unavailableReasons),
  until: z.string().optional(),
});
export type UnavailableListing = z.infer<typeof unavailableListing>;

const details = {
  paymentMethod: z.enum(checkoutMethods).optional(),
  delivery: delivery.optional(),
  /** The id of an option of the quote (docs/behaviour/delivery.md). The server computes its price. */
  deliveryOption: id.optional(),
  /** The price of the option that the buyer saw. If the price is another one now, the order is refused. */
  deliveryPrice: seenAmount.optional(),
};

/** Body of POST /orders: `{items}`, or `{listingId, price}` for a single listing. */
const newOrder = z
  .object({ items: wantedItems.optional(), listingId: id.optional(), price: price.optional(), ...details })
  .transform((body, context) => {
    const { listingId, price: onePrice, items, ...rest } = body;
    if (items) return { ...rest, items };
    if (listingId !== undefined && onePrice !== undefined) return { ...rest, items: [{ listingId, price: onePrice }] };
    context.addIssue({ code: 'custom', path: ['items'], message: 'Name the pieces to buy and their prices' });
    return z.NEVER;
  });

const pieceIds = z.array(id).max(limits.listingsPerCheckout).refine(areUnique, 'A piece can be held once');

/** A hold as admins see it. */
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
    access: 'viewer',
    summary: 'Current holds, in order of expiry',
    reply: z.object({ holds: z.array(adminHold) }),
  }),
  releaseHold: endpoint({
    method: 'POST',
    path: '/admin/holds/:id/release',
    access: 'staff',
    summary: 'End the hold on a listing (by the id of the listing) and its pending checkout',
    params: z.object({ id: pathId }),
    reply: z.object({}),
    refuses: [404],
  }),
  holdPieces: endpoint({
    method: 'POST',
    path: '/holds',
    access: 'customer',
    summary: 'Hold all of the given listings for the payment form, or none',
    body: z.object({ listingIds: pieceIds }),
    reply: z.object({ expiresAt: z.string(), held: z.array(z.string()) }),
    refuses: [404, 409, 429],
  }),
  releaseHolds: endpoint({
    method: 'DELETE',
    path: '/holds',
    access: 'customer',
    summary: 'End all own holds and the pending checkout',
    reply: z.object({}),
  }),
  createCheckout: endpoint({
    method: 'POST',
    path: '/orders/checkout',
    access: 'customer',
    summary: 'Create a pending order for all of the given listings, or none',
    body: z.object({ items: wantedItems, ...details }),
    idempotent: true,
    reply: z.object({
      message: z.string(),
      orderDate: z.string(),
      orderId: z.string(),
      holdExpiresAt: z.string().nullable(),
    }),
    refuses: [404, 409, 429],
  }),
  createOrder: endpoint({
    method: 'POST',
    path: '/orders',
    access: 'customer',
    summary: 'Same as checkout; answers the order',
    body: newOrder,
    idempotent: true,
    reply: z.object({ message: z.string(), order }),
    status: 201,
    refuses: [404, 409, 429],
  }),
  confirmPayment: endpoint({
    method: 'POST',
    path: '/orders/confirm-payment',
    access: 'customer',
    summary: 'Mark a pending order as paid; repeating the call changes nothing',
    body: z
      .object({
        orderDate: moment.optional(),
        orderId: id.optional(),
        listingIds: z.array(id).max(limits.listingsPerCheckout),
      })
      .refine((body) => body.orderDate !== undefined || body.orderId !== undefined, {
        path: ['orderDate'],
        message: 'Name the order by its orderDate',
      }),
    idempotent: true,
    reply: z.object({ order }),
    refuses: [404, 409],
  }),
};
