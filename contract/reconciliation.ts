import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { amount } from './money.ts';

/**
 * How the payments record and the processor differ. `missing`: taken here, not there. `unrecorded`: taken there, not recorded
 * here. `unknown`: a payment of this shop there for an attempt that the shop does not have. `amount`: other sums were taken.
 * `refund`: other sums were refunded. `dispute`: a dispute that the shop does not know as it is.
 */
const differenceKinds = ['missing', 'unrecorded', 'unknown', 'amount', 'refund', 'dispute'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

const paymentDifference = z.object({
  id: z.string(),
  kind: z.enum(differenceKinds),
  /** Null if the shop does not know the order. */
  orderId: z.string().nullable(),
  /** The payment at the processor. */
  intentId: z.string(),
  /** In the payments record. */
  here: amount,
  /** At the processor. */
  there: amount,
  currency: z.string(),
  /** The sentence that admins read. */
  text: z.string(),
  foundAt: z.string(),
});
export type PaymentDifference = z.infer<typeof paymentDifference>;

/** A comparison of the payments record with the processor's books. */
const paymentComparison = z.object({
  begunAt: z.string(),
  /** Null while it runs. */
  finishedAt: z.string().nullable(),
  /** Payments since then were compared. */
  since: z.string(),
  /** How many payments. */
  compared: z.number(),
  /** Why it was given up; otherwise empty. */
  error: z.string(),
});
export type PaymentComparison = z.infer<typeof paymentComparison>;

export const connection = z.object({
  provider: z.literal('stripe'),
  mode: z.enum(['test', 'live']),
  /** The last four letters of the secret key. */
  keyEnding: z.string(),
  /** How many webhook secrets are in use; two while one replaces the other. */
  webhookSecrets: z.number(),
  /** The last event that came by webhook. */
  lastEvent: z.object({ type: z.string(), at: z.string() }).nullable(),
  /** Of the last 24 hours: events that could not be delivered and that the shop fetched. */
  undeliveredEvents: z.number(),
  /** Events whose payment could not be read yet. */
  waitingEvents: z.number(),
  /** Captures, releases and refunds that the processor has yet to do. */
  waitingTasks: z.number(),
  /** Those that it refused. */
  failedTasks: z.number(),
  lastComparison: paymentComparison.nullable(),
  nextComparisonAt: z.string().nullable(),
  differences: z.number(),
  /** The last test purchase, and when its webhook arrived; null if it has not. */
  testPurchase: z.object({ url: z.string(), begunAt: z.string(), arrivedAt: z.string().nullable() }).nullable(),
});
export type Connection = z.infer<typeof connection>;

const connectionCheck = z.object({
  /** `refused`: the processor does not know the key. `unreachable`: the processor did not answer. */
  key: z.enum(['accepted', 'refused', 'unreachable']),
  /** What the key may not do, although the shop needs it, in the processor's words. */
  missingPermissions: z.array(z.string()),
  /** `unreadable`: the key may not read webhook endpoints, which is no error. */
  webhook: z.enum(['found', 'missing', 'disabled', 'unreadable']),
  /** Where the shop expects its events. */
  webhookUrl: z.string(),
  /** The API version of the webhook endpoint; null if it has none of its own or is not known. */
  apiVersion: z.string().nullable(),
  /** The one that the shop speaks. */
  expectedVersion: z.string(),
  /** Events that the shop needs and the endpoint does not send. */
  missingEvents: z.array(z.string()),
});
export type ConnectionCheck = z.infer<typeof connectionCheck>;

export const reconciliationEndpoints = {
  getComparison: endpoint({
    method: 'GET',
    path: '/admin/payments/comparison',
    access: 'viewer',
    summary: 'The last comparison with the processor and the differences that are left, newest first',
    query: listQuery(['foundAt']).pick({ page: true, pageSize: true }),
    reply: z.object({
      comparison: paymentComparison.nullable(),
      differences: z.array(paymentDifference),
      total: z.number(),
    }),
  }),
  beginComparison: endpoint({
    method: 'POST',
    path: '/admin/payments/comparison',
    access: 'owner',
    summary: 'Compare the payments record with the processor now, in the background',
    reply: z.object({}),
    refuses: [409],
  }),
  getConnection: endpoint({
    method: 'GET',
    path: '/admin/payments/connection',
    access: 'owner',
    summary: 'How the shop is connected with the processor; null with simulated payments',
    reply: z.object({ connection: connection.nullable() }),
  }),
  checkConnection: endpoint({
    method: 'POST',
    path: '/admin/payments/check-connection',
    access: 'owner',
    summary: 'Ask the processor now whether key and webhook endpoint are as the shop needs them',
    reply: z.object({ check: connectionCheck }),
    refuses: [409],
  }),
  beginTestPurchase: endpoint({
    method: 'POST',
    path: '/admin/payments/test-purchase',
    access: 'owner',
    summary: 'Open a page of the processor that is tied to no order, to try the connection; in test mode only',
    reply: z.object({ url: z.string() }),
    refuses: [409],
  }),
};
