import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { amount, price } from './money.ts';
import { orderDetails } from './orders.ts';
import { seenAmount } from './seen-amount.ts';
import { attemptStates, paymentMethods } from './states.ts';
import { id, line, moment, pathId } from './text.ts';

/** What the buyer has to transfer, to which account, and until when the pieces are reserved. */
const transferStep = z.object({
  kind: z.literal('transfer'),
  amount,
  /** What the buyer writes in the text of the transfer: the order's id. */
  reference: z.string(),
  account: z.object({ name: z.string(), bsb: z.string(), number: z.string() }),
  payId: z.string().optional(),
  bpay: z.object({ billerCode: z.string(), crn: z.string() }).optional(),
  until: z.string(),
});
export type TransferStep = z.infer<typeof transferStep>;

/**
 * What the buyer has to do next. `none`: nothing. `redirect`: pay at this address. `transfer`: transfer the money to the owner's
 * account.
 */
const paymentStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  transferStep,
]);
export type PaymentStep = z.infer<typeof paymentStep>;

/** A buyer's attempt to pay at the processor, as admins see it. */
const paymentAttempt = z.object({
  id: z.string(),
  orderId: z.string(),
  provider: z.string(),
  amount,
  currency: z.string(),
  state: z.enum(attemptStates),
  /** Id of the payment at the processor; null before the buyer has tried to pay. */
  intentId: z.string().nullable(),
  /** Why the attempt needs attention or has ended; otherwise empty. */
  error: z.string(),
  createdAt: z.string(),
});
export type PaymentAttempt = z.infer<typeof paymentAttempt>;

/** A payment that the buyer's bank disputes at the processor. */
const paymentDispute = z.object({
  id: z.string(),
  /** The attempt that is disputed. */
  paymentId: z.string(),
  amount,
  currency: z.string(),
  /** The reason in the processor's terms, for example `product_not_received`. */
  reason: z.string(),
  /** The shop can refund nothing before the dispute is won or lost. */
  state: z.enum(['needs-answer', 'under-review', 'won', 'lost']),
  /** Until when the owner can answer at the processor; null if the processor has not said. */
  answerBy: z.string().nullable(),
  createdAt: z.string(),
  /** Where an owner answers in the processor's own panel. */
  url: z.string(),
});
export type PaymentDispute = z.infer<typeof paymentDispute>;

const byId = z.object({ id: pathId });

export const paymentEndpoints = {
  startPayment: endpoint({
    method: 'POST',
    path: '/orders/:id/payment',
    access: 'customer',
    summary: 'Begin to pay an own pending order; an earlier attempt ends, and the listings are held for the payment',
    params: byId,
    reply: z.object({ next: paymentStep }),
    refuses: [404, 409, 429],
  }),
  receiveStripeEvent: endpoint({
    method: 'POST',
    path: '/payments/stripe/events',
    access: 'public',
    summary: 'For Stripe: receives a signed event, which is read again at Stripe before anything happens',
    rawBody: true,
    reply: z.object({}),
    refuses: [404],
  }),
  listPayments: endpoint({
    method: 'GET',
    path: '/admin/payments',
    access: 'viewer',
    summary: 'Attempts to pay at the processor, newest first',
    query: listQuery(['createdAt'])
      .pick({ page: true, pageSize: true })
      .extend({ state: z.enum(attemptStates).optional() }),
    reply: z.object({ payments: z.array(paymentAttempt), total: z.number() }),
  }),
  checkPayment: endpoint({
    method: 'POST',
    path: '/admin/payments/:id/check',
    access: 'owner',
    summary: 'Read an attempt at the processor now, and bring the order to what is so there',
    params: byId,
    reply: z.object({ payment: paymentAttempt }),
    refuses: [404],
  }),
  getOrderMoney: endpoint({
    method: 'GET',
    path: '/admin/orders/:id/money',
    access: 'viewer',
    summary:
      'What the processor says about an order: its newest attempts to pay, at most 20, and its disputes, newest first',
    params: byId,
    reply: z.object({ attempts: z.array(paymentAttempt), disputes: z.array(paymentDispute) }),
  }),
  refundOrder: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/refunds',
    access: 'owner',
    confirmed: true,
    summary:
      'Refund a part of a paid order or all of it. The named listings leave the order; without them the prices of its listings are lowered',
    params: byId,
    body: z.object({
      amount: price,
      reason: line(limits.shortText, 'Please give a reason'),
      listingIds: z.array(id).max(limits.listingsPerCheckout).optional(),
      /** The order's total that the owner saw. If it is another one now, the call is refused (409), so that a repetition refunds once. */
      seenTotal: seenAmount.optional(),
    }),
    reply: z.object({ order: orderDetails }),
    refuses: [404, 409],
  }),
  payRefundOutside: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/refunds/paid',
    access: 'owner',
    confirmed: true,
    summary: 'Record that the refunds that failed at the processor were paid to the buyer in another way',
    params: byId,
    body: z.object({ note: line(limits.shortText).optional() }),
    reply: z.object({ order: orderDetails }),
    refuses: [404, 409],
  }),
  recordPayment: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/payments',
    access: 'owner',
    confirmed: true,
    summary:
      'Record money that came outside of the processor for an unpaid order; the order is paid when its sum is complete',
    params: byId,
    body: z.object({
      amount: price,
      method: z.enum(paymentMethods),
      /** When the money came; now, if absent. */
      at: moment.optional(),
      note: line(limits.shortText).optional(),
      /** The sum received before, as the owner saw it. If it is another one now, the call is refused (409): a repetition records once. */
      seenReceived: seenAmount.optional(),
    }),
    reply: z.object({ order: orderDetails }),
    refuses: [404, 409],
  }),
};
