import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { orderDetails, wantedItems } from './orders.ts';
import { paymentMethods } from './states.ts';
import { isEmailAddress, line, moment } from './text.ts';

/** A sale that was made and paid outside of the shop's pages, for example over the counter (docs/behaviour/orders.md). */
const newSale = z.object({
  /** `price` is what was agreed. */
  items: wantedItems.min(1, 'Please choose a piece'),
  buyer: z.object({
    name: line(limits.name, 'Please give the buyer’s name'),
    /** If an account has this address and has confirmed it, the order belongs to that account. */
    email: line(limits.email)
      .refine((value) => value === '' || isEmailAddress(value), 'Please enter a valid email address')
      .default(''),
    phone: line(limits.phone).default(''),
  }),
  method: z.enum(paymentMethods),
  /** When the money came; now, if absent. */
  at: moment.optional(),
  /** The buyer took the pieces along: the order is delivered at once, without a shipment. */
  takenAlong: z.boolean('takenAlong is true or false').default(false),
  note: line(limits.shortText).default(''),
});
export type NewSale = z.infer<typeof newSale>;

export const outsideSaleEndpoints = {
  recordSale: endpoint({
    method: 'POST',
    path: '/admin/orders',
    access: 'owner',
    confirmed: true,
    summary:
      'Record a sale that was made and paid outside of the shop: a paid order over available listings, at agreed prices',
    body: newSale,
    reply: z.object({ order: orderDetails }),
    status: 201,
    refuses: [409],
  }),
};
