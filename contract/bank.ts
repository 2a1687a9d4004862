import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amount } from './money.ts';
import { orderDetails } from './orders.ts';
import { id } from './text.ts';

/**
 * A row of the bank's statement. `matched`: it names one order and has exactly the sum that the order waits for, or was matched to
 * `orderId` before. `ambiguous`: it names several orders, or one that waits for another sum. `unknown`: it names none.
 */
export const bankRow = z.object({
  hash: z.string(),
  bookedOn: z.string(),
  amount,
  text: z.string(),
  match: z.enum(['matched', 'ambiguous', 'unknown']),
  orderId: z.string().optional(),
  /** Whether its money is in the payments record of `orderId`. */
  isRecorded: z.boolean(),
});
export type BankRow = z.infer<typeof bankRow>;

export const bankEndpoints = {
  uploadStatement: endpoint({
    method: 'POST',
    path: '/admin/bank/statements',
    access: 'owner',
    confirmed: true,
    summary:
      'Read a statement of the bank, a CSV file, and find the orders that its rows pay; the same rows again add nothing',
    upload: { field: 'statement', count: 1 },
    reply: z.object({ rows: z.array(bankRow) }),
  }),
  matchBankRow: endpoint({
    method: 'POST',
    path: '/admin/bank/matches',
    access: 'owner',
    confirmed: true,
    summary: 'Record the money of a row of the statement for an order',
    body: z.object({ hash: id, orderId: id }),
    reply: z.object({ order: orderDetails }),
    refuses: [404, 409],
  }),
};
