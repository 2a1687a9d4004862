import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { amount } from './money.ts';

/**
 * How the payments record and the processor differ. `missing`: the shop recorded money that the processor has not taken. `unrecorded`:
 * the processor took money that the shop has not recorded. `unknown`: the processor has a payment of this shop for an attempt that the
 * shop does not have. `amount`, `refund`: the sums that were taken or refunded differ. `dispute`: the shop has not recorded a dispute, or
 * not its present state.
 */
const differenceKinds = ['missing', 'unrecorded', 'unknown', 'amount', 'refund', 'dispute'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

const paymentDifference = z.object({
  id: z.string(),
  kind: z.enum(differenceKinds),
  /** Null if the shop does not know the order. */
  orderId: z.string().nullable(),
  /** The id of the payment at the processor. */
  intentId: z.string(),
  /** The sum in the payments record. */
  here: amount,
  /** The sum at the processor. */
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
  /** The payments that began after this time are compared. */
  since: z.string(),
  /** How many payments were compared. */
  compared: z.number(),
  /** Why the comparison failed; otherwise empty. */
  error: z.string(),
});
export type PaymentComparison = z.infer<typeof paymentComparison>;

export const connection = z.object({
  provider: z.literal('stripe'),
  mode: z.enum(['test', 'live']),
  /** The last four characters of the secret key. */
  keyEnding: z.string(),
  /** How many webhook secrets are in use; two while one replaces the other. */
  webhookSecrets: z.number(),
  /** The last event that came by webhook. */
  lastEvent: z.object({ type: z.string(), at: z.string() }).nullable(),
  /** How many events the shop fetched in the last 24 hours because the processor could not deliver them. */
  undeliveredEvents: z.number(),
  /** How many events wait because their payment could not be read yet. */
  waitingEvents: z.number(),
  /** How many captures, releases and refunds the processor has yet to do. */
  waitingTasks: z.number(),
  /** How many captures, releases and refunds the processor refused. */
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
  /** The permissions that the shop needs and the key does not have, in the processor's words. */
  missingPermissions: z.array(z.string()),
  /** `unreadable`: the key may not read webhook endpoints, which is no error. */
  webhook: z.enum(['found', 'missing', 'disabled', 'unreadable']),
  /** The address at which the shop expects events. */
  webhookUrl: z.string(),
  /** The API version of the webhook endpoint; null if it has none of its own or is not known. */
  apiVersion: z.string().nullable(),
  /** The API version that the shop uses. */
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
