import { z } from 'zod';
import { image } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { amount, price } from './money.ts';
import { australianStates, orderStatuses, paymentMethods } from './states.ts';
import { id, line, pathId } from './text.ts';

/** What a buyer wants: a piece at the price the buyer saw. */
export const wantedItem = z.object({ listingId: id, price });
export type WantedItem = z.infer<typeof wantedItem>;

export const wantedItems = z
  .array(wantedItem)
  .max(limits.piecesPerCheckout, `At most ${limits.piecesPerCheckout} pieces at once`)
  .refine((items) => new Set(items.map((item) => item.listingId)).size === items.length, 'A piece can be bought once');

const needed = (label: string) => `${label} is required`;

/** Personal and delivery part of the checkout form (SPEC.md §5: all required, no format checks). */
export const delivery = z.object({
  firstName: line(limits.name, needed('First name')),
  lastName: line(limits.name, needed('Last name')),
  email: line(limits.email, needed('Email')),
  phone: line(limits.phone, needed('Phone')),
  address: line(limits.address, needed('Address')),
  city: line(limits.shortText, needed('City')),
  state: z.enum(australianStates),
  postcode: line(limits.shortText, needed('Postcode')),
});
export type Delivery = z.infer<typeof delivery>;

/** As an order shows it: what the form said, else the profile's, which may be empty. */
export const shownDelivery = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
});
export type ShownDelivery = z.infer<typeof shownDelivery>;

export const buyer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  deliveryaddress: z.string(),
  deliverycity: z.string(),
  deliverystate: z.string(),
  deliverypostcode: z.string(),
});
export type Buyer = z.infer<typeof buyer>;

export const orderItem = z.object({
  listingId: z.string(),
  price: z.number(),
  listing: z.object({
    id: z.string(),
    name: z.string(),
    images: z.array(z.string()),
    /** The first of them with its variants, if there is one. */
    imageSet: z.array(image),
    artist: z.string(),
    year: z.number().nullable(),
    spec: z.string(),
  }),
});
export type OrderItem = z.infer<typeof orderItem>;

export const payment = z.object({
  kind: z.enum(['charge', 'refund']),
  amount,
  method: z.enum(paymentMethods),
  at: z.string(),
});
export type Payment = z.infer<typeof payment>;

/** What happened to an order, oldest first. `by` is never a name: the buyer, or the shop. */
export const orderEvent = z.object({ at: z.string(), what: z.string(), by: z.enum(['buyer', 'shop']) });
export type OrderEvent = z.infer<typeof orderEvent>;

export const order = z.object({
  id: z.string(),
  userId: z.string(),
  orderDate: z.string(),
  date: z.string(),
  status: z.enum(orderStatuses),
  totalPrice: amount,
  price: amount,
  buyer,
  items: z.array(orderItem),
  paymentMethod: z.enum(paymentMethods),
  delivery: shownDelivery,
  /** Null unless pending with a hold. */
  holdExpiresAt: z.string().nullable(),
});
export type Order = z.infer<typeof order>;

export const orderDetails = order.extend({ payments: z.array(payment), history: z.array(orderEvent) });
export type OrderDetails = z.infer<typeof orderDetails>;

export const orderSortFields = [
  'date',
  'orderDate',
  'id',
  'userId',
  'status',
  'totalPrice',
  'price',
  'paymentMethod',
  'holdExpiresAt',
] as const;
export type OrderSortField = (typeof orderSortFields)[number];

export const orderListQuery = listQuery(orderSortFields).extend({ status: z.enum(orderStatuses).optional() });

const byId = z.object({ id: pathId });

export const orderEndpoints = {
  listOrders: endpoint({
    method: 'GET',
    path: '/orders',
    access: 'customer',
    summary: 'Own orders, newest first',
    query: orderListQuery,
    reply: z.object({ orders: z.array(order), total: z.number() }),
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/orders/:id',
    access: 'customer',
    summary: 'One own order with its payments and history',
    params: byId,
    reply: z.object({ order: orderDetails }),
  }),
  updateOrder: endpoint({
    method: 'PUT',
    path: '/orders/:id',
    access: 'customer',
    summary: 'Modify an own paid order: kept pieces at the price paid, added ones at today’s',
    params: byId,
    body: z.object({
      items: z
        .array(z.object({ listingId: id }))
        .max(limits.piecesPerCheckout)
        .refine(
          (items) => new Set(items.map((item) => item.listingId)).size === items.length,
          'A piece can be bought once',
        ),
    }),
    reply: z.object({ order: orderDetails }),
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: '/orders/:id/cancel',
    access: 'customer',
    summary: 'Cancel an own paid order: pieces free again, everything refunded',
    params: byId,
    reply: z.object({ order: orderDetails }),
  }),
  listOrdersAsAdmin: endpoint({
    method: 'GET',
    path: '/admin/orders',
    access: 'admin',
    summary: 'Every order',
    query: orderListQuery,
    reply: z.object({ orders: z.array(order), total: z.number() }),
  }),
  getOrderAsAdmin: endpoint({
    method: 'GET',
    path: '/admin/orders/:id/details',
    access: 'admin',
    summary: 'One order with its payments and history',
    params: byId,
    reply: z.object({ order: orderDetails }),
  }),
  setOrderStatus: endpoint({
    method: 'PUT',
    path: '/admin/orders/:id/status',
    access: 'admin',
    summary: 'Any status from any, as long as one piece has one live order',
    params: byId,
    body: z.object({ status: z.enum(orderStatuses) }),
    reply: z.object({ order: orderDetails }),
  }),
};
