import { z } from 'zod';
import { appointment } from './appointments.ts';
import { image } from './catalog.ts';
import { ownCertificate } from './certificates.ts';
import { ownConditionReport } from './condition-reports.ts';
import { homeCountry } from './country-names.ts';
import { country } from './delivery-place.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { amount, price } from './money.ts';
import { nameStates } from './provenance-lines.ts';
import { orderReturn } from './returns.ts';
import { shipment } from './shipments.ts';
import { australianStates, declineReasons, orderStatuses, paymentMethods, paymentStates } from './states.ts';
import { areUnique, id, line, pathId } from './text.ts';

/** A listing to buy, with the price that the buyer saw. */
const wantedItem = z.object({ listingId: id, price });
export type WantedItem = z.infer<typeof wantedItem>;

export const wantedItems = z
  .array(wantedItem)
  .max(limits.listingsPerCheckout, `At most ${limits.listingsPerCheckout} pieces at once`)
  .refine((items) => areUnique(items.map(({ listingId }) => listingId)), 'A piece can be bought once');

const needed = (label: string) => `${label} is required`;

/**
 * Personal and delivery fields of the checkout form, whose format is not checked. All are required within Australia; elsewhere state and
 * postcode may be empty.
 */
export const delivery = z
  .object({
    firstName: line(limits.name, needed('First name')),
    lastName: line(limits.name, needed('Last name')),
    email: line(limits.email, needed('Email')),
    phone: line(limits.phone, needed('Phone')),
    address: line(limits.address, needed('Address')),
    city: line(limits.shortText, needed('City')),
    state: line(limits.shortText),
    postcode: line(limits.shortText),
    country: country.default(homeCountry),
  })
  .superRefine(({ country, state, postcode }, context) => {
    if (country !== homeCountry) return;
    const isKnown = australianStates.some((known) => known === state);
    if (!isKnown) context.addIssue({ code: 'custom', path: ['state'], message: 'Please choose a state' });
    if (postcode === '') context.addIssue({ code: 'custom', path: ['postcode'], message: needed('Postcode') });
  });
export type Delivery = z.infer<typeof delivery>;

/** The delivery of an order: from the checkout form, otherwise from the profile, where fields may be empty. */
export const shownDelivery = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.string().default(homeCountry),
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
    /** The first image with its variants; empty if the listing had none. */
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
  /** Absent for a simulated payment, and for a refund that the owner pays by hand. */
  state: z.enum(paymentStates).optional(),
  /** Id of the payment or refund at the processor, or the note of a payment outside of it; absent for a simulated payment. */
  reference: z.string().nullable().optional(),
});
export type Payment = z.infer<typeof payment>;

/** A change of an order after its tax invoice was issued. Amounts are negative if the order costs less. */
const adjustmentNote = z.object({
  number: z.string(),
  issuedAt: z.string(),
  reason: z.string(),
  difference: amount,
  /** How much of the difference is GST. */
  gst: amount,
});
export type AdjustmentNote = z.infer<typeof adjustmentNote>;

/** An event in the history of an order. */
const orderEvent = z.object({
  at: z.string(),
  /** What happened, in English. */
  what: z.string(),
  /** The same in the language of the page that asks; absent if that is English. */
  words: z.string().optional(),
  /** Never a person's name. */
  by: z.enum(['buyer', 'shop']),
});

export const order = z.object({
  id: z.string(),
  userId: z.string(),
  orderDate: z.string(),
  date: z.string(),
  status: z.enum(orderStatuses),
  /** The price of the items and the delivery; `price` is the same. */
  totalPrice: amount,
  price: amount,
  deliveryPrice: amount,
  /** The name of the delivery option chosen at the checkout; empty if there was none to choose. */
  deliveryName: z.string(),
  buyer,
  items: z.array(orderItem),
  paymentMethod: z.enum(paymentMethods),
  delivery: shownDelivery,
  /** Null unless the order is pending and has a hold, or waits for a bank transfer: then the end of the reservation. */
  holdExpiresAt: z.string().nullable(),
});
export type Order = z.infer<typeof order>;

export const orderDetails = order.extend({
  payments: z.array(payment),
  /** Oldest first. */
  history: z.array(orderEvent),
  /** In the order in which they left. */
  shipments: z.array(shipment),
  /** When the shop packed it; absent if it has not said so. */
  packedAt: z.string().optional(),
  /** The certificates of its pieces; absent if none has one, or before the order is paid. */
  certificates: z.array(ownCertificate).optional(),
  /** The newest condition report of each piece; absent if none has one, or before the order is paid. */
  conditionReports: z.array(ownConditionReport).optional(),
  /** The buyer's name in the provenance of the pieces, empty for none; absent if no piece has a provenance. */
  nameInProvenance: z.string().optional(),
  /** Whether visitors read that name; absent without one. */
  nameState: z.enum(nameStates).optional(),
  /** On pages in another language than English: the fields without a translation. Absent if there are none. */
  untranslated: z.array(z.literal('deliveryName')).optional(),
  /** Oldest first; absent if there are none. */
  adjustmentNotes: z.array(adjustmentNote).optional(),
  /** Oldest first; absent if there is none. */
  returns: z.array(orderReturn).optional(),
  /**
   * Present if the owner has set days for returns and the order is paid, shipped or delivered. `until`: when they end, which may be in
   * the past; null before the delivery.
   */
  returnable: z.object({ until: z.string().nullable() }).optional(),
  /** True for an order that its buyer collects; otherwise absent. */
  isPickup: z.literal(true).optional(),
  /** When its buyer collects it, in the shop's time zone; absent if that is open. */
  appointment: appointment.optional(),
  /** Working days from the payment until the order leaves, and until it arrives at the latest; absent if its delivery names none. */
  promised: z.object({ packingDays: z.number(), arrivalDays: z.number() }).optional(),
  /** The sum received so far for a transfer order; absent if it is 0, and once the order is paid in full. */
  received: amount.optional(),
  /** Why the latest attempt to pay a pending order was declined; absent if it was not. */
  declined: z.enum(declineReasons).optional(),
  /** True while the buyer of a pending order has agreed to pay and the bank decides; otherwise absent. */
  isWithBank: z.literal(true).optional(),
});
export type OrderDetails = z.infer<typeof orderDetails>;

/** `newOrders`: paid orders that the caller has not seen, at most 100. `revision` changes with every change of an order. */
const orderNews = z.object({ newOrders: z.number(), revision: z.number() });
export type OrderNews = z.infer<typeof orderNews>;

const orderSortFields = [
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

const orderListQuery = listQuery(orderSortFields).extend({ status: z.enum(orderStatuses).optional() });

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
    refuses: [404],
  }),
  updateOrder: endpoint({
    method: 'PUT',
    path: '/orders/:id',
    access: 'customer',
    summary:
      'Modify an own paid order: kept listings have the price paid, added ones the current price, which the item has to name',
    params: byId,
    body: z.object({
      items: z
        .array(wantedItem.partial({ price: true }))
        .max(limits.listingsPerCheckout)
        .refine((items) => areUnique(items.map(({ listingId }) => listingId)), 'A piece can be bought once'),
    }),
    reply: z.object({ order: orderDetails }),
    refuses: [404, 409],
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: '/orders/:id/cancel',
    access: 'customer',
    summary: 'Cancel an own paid order: its listings become available and its total is refunded',
    params: byId,
    reply: z.object({ order: orderDetails }),
    refuses: [404, 409],
  }),
  listOrdersAsAdmin: endpoint({
    method: 'GET',
    path: '/admin/orders',
    access: 'viewer',
    summary: 'Every order',
    query: orderListQuery,
    /**
     * `latestArrival` is the value to send to markOrdersSeen for this list. `revision` is the same as in getOrderNews.
     */
    reply: z.object({ orders: z.array(order), total: z.number(), latestArrival: z.number(), revision: z.number() }),
  }),
  getOrderNews: endpoint({
    method: 'GET',
    path: '/admin/orders/news',
    access: 'viewer',
    summary: 'Number of paid orders the caller has not seen, and a number that changes with every order',
    reply: orderNews,
  }),
  markOrdersSeen: endpoint({
    method: 'POST',
    path: '/admin/orders/seen',
    access: 'viewer',
    summary: 'Mark the new orders up to the latestArrival of a list as seen',
    body: z.object({ until: z.int().min(0) }),
    reply: orderNews,
  }),
  listOrdersOfProduct: endpoint({
    method: 'GET',
    path: '/admin/products/:id/orders',
    access: 'viewer',
    summary: 'The newest three orders of this listing that are not cancelled, and their total number',
    params: byId,
    reply: z.object({ orders: z.array(order), total: z.number() }),
  }),
  getOrderAsAdmin: endpoint({
    method: 'GET',
    path: '/admin/orders/:id/details',
    access: 'viewer',
    summary: 'One order with its payments and history',
    params: byId,
    reply: z.object({ order: orderDetails }),
    refuses: [404],
  }),
  setOrderStatus: endpoint({
    method: 'PUT',
    path: '/admin/orders/:id/status',
    access: 'staff',
    summary: 'Set any status; refused if a listing would be in two live orders',
    params: byId,
    body: z.object({ status: z.enum(orderStatuses) }),
    reply: z.object({ order: orderDetails }),
    refuses: [404, 409],
  }),
};
