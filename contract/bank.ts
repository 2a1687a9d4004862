import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { amount, price } from './money.ts';
import { orderDetails } from './orders.ts';
import { bankRowStates, orderStatuses } from './states.ts';
import { id, pathId } from './text.ts';

/** An order that is to be paid by bank transfer. */
const transferOrder = z.object({
  id: z.string(),
  status: z.enum(orderStatuses),
  /** The buyer's name, or the email address of one without a name. */
  buyer: z.string(),
  total: amount,
  /** The sum that is left to pay; 0 for an order that is paid. */
  left: amount,
  /** Until when its pieces are reserved; null when they no longer are. */
  until: z.string().nullable(),
});
export type TransferOrder = z.infer<typeof transferOrder>;

/**
 * A row of the bank's statement. `matched`: the row names one order and has exactly the sum that the order waits for, or was matched
 * to `orderId` before. `ambiguous`: it names several orders, or one that waits for another sum or is paid. `unknown`: it names none.
 */
const bankRow = z.object({
  hash: z.string(),
  bookedOn: z.string(),
  amount,
  text: z.string(),
  match: z.enum(['matched', 'ambiguous', 'unknown']),
  orderId: z.string().optional(),
  /** Whether the money of the row is in the payments record of `orderId`. */
  isRecorded: z.boolean(),
  /** Whether an owner has said that the row pays no order. */
  isDismissed: z.boolean(),
  /** The orders that the row names, at most five; none once its money is recorded. */
  named: z.array(transferOrder),
});
export type BankRow = z.infer<typeof bankRow>;

const page = listQuery(['date']).pick({ page: true, pageSize: true });

export const bankEndpoints = {
  uploadStatement: endpoint({
    method: 'POST',
    path: '/admin/bank/statements',
    access: 'owner',
    confirmed: true,
    summary:
      'Read a statement of the bank, a CSV file, and find the orders that its rows pay; the same rows again add nothing',
    upload: { field: 'statement', count: 1 },
    reply: z.object({
      rows: z.array(bankRow),
      /** How many of `rows` were in no earlier statement. */
      added: z.number(),
      /** Numbers of the lines that are left out because their day or their amount cannot be read. */
      unreadLines: z.array(z.number()),
    }),
  }),
  listBankRows: endpoint({
    method: 'GET',
    path: '/admin/bank/rows',
    access: 'owner',
    summary: 'Rows of the uploaded statements that add money, the latest day first',
    query: page.extend({ state: z.enum(bankRowStates).optional() }),
    reply: z.object({
      rows: z.array(bankRow),
      total: z.number(),
      /** How many orders wait for a transfer. */
      waiting: z.number(),
    }),
  }),
  listTransferOrders: endpoint({
    method: 'GET',
    path: '/admin/bank/orders',
    access: 'owner',
    summary:
      'Orders that wait for a transfer, those that end first at the top; with `ended` also those that waited in vain',
    query: listQuery(['date'])
      .pick({ page: true, pageSize: true, q: true })
      .extend({ ended: z.enum(['0', '1']).optional() }),
    reply: z.object({ orders: z.array(transferOrder), total: z.number() }),
  }),
  matchBankRow: endpoint({
    method: 'POST',
    path: '/admin/bank/matches',
    access: 'owner',
    confirmed: true,
    summary: 'Record the money of a row of the statement for an order, or the given part of it',
    body: z.object({ hash: id, orderId: id, amount: price.optional() }),
    reply: z.object({ order: orderDetails }),
    refuses: [404, 409],
  }),
  dismissBankRow: endpoint({
    method: 'PUT',
    path: '/admin/bank/rows/:id',
    access: 'owner',
    confirmed: true,
    summary: 'Say that a row, by its hash, pays no order of the shop, or take that back',
    params: z.object({ id: pathId }),
    body: z.object({ isDismissed: z.boolean() }),
    reply: z.object({ row: bankRow }),
    refuses: [404, 409],
  }),
};
