import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { amount, price } from './money.ts';
import { returnStates } from './states.ts';
import { areUnique, id, pathId, prose } from './text.ts';

/**
 * The pieces of an order that a buyer asked to send back, and what became of the request. A return never changes the order's status;
 * only its refund can (docs/behaviour/returns.md).
 */
export const orderReturn = z.object({
  id: z.string(),
  orderId: z.string(),
  state: z.enum(returnStates),
  /** In the buyer's words; empty once their account is deleted. */
  reason: z.string(),
  /** What the shop wrote when it approved or declined; may be empty. */
  note: z.string(),
  createdAt: z.string(),
  changedAt: z.string(),
  items: z.array(z.object({ listingId: z.string(), name: z.string() })),
  /** The sum that was refunded when the return was closed; absent without a refund. */
  refunded: amount.optional(),
  /** Present if the buyer withdrew the return. */
  isWithdrawn: z.literal(true).optional(),
});
export type OrderReturn = z.infer<typeof orderReturn>;

const listedReturn = orderReturn.extend({ buyerName: z.string() });
export type ListedReturn = z.infer<typeof listedReturn>;

const newReturn = z.object({
  listingIds: z
    .array(id)
    .min(1, 'Please choose a piece')
    .max(limits.listingsPerCheckout)
    .refine(areUnique, 'A piece is returned once'),
  reason: prose(limits.returnText, 'Please tell us why'),
});
export type NewReturn = z.infer<typeof newReturn>;

const closing = z.object({
  /** The sum to refund, at least the price of the pieces, which leave the order. Without it the buyer keeps the pieces. */
  refund: price.optional(),
  /** Whether the refunded pieces are for sale again. Otherwise they are discontinued. */
  restock: z.boolean().default(false),
});
export type ReturnClosing = z.infer<typeof closing>;

const byId = z.object({ id: pathId });
const reply = z.object({ return: orderReturn });

export const returnEndpoints = {
  requestReturn: endpoint({
    method: 'POST',
    path: '/orders/:id/returns',
    access: 'customer',
    summary: 'Ask to return pieces of an own paid, shipped or delivered order',
    params: byId,
    body: newReturn,
    reply,
    status: 201,
    refuses: [404, 409],
  }),
  listOwnReturns: endpoint({
    method: 'GET',
    path: '/orders/:id/returns',
    access: 'customer',
    summary: 'The returns of an own order, oldest first',
    params: byId,
    reply: z.object({ returns: z.array(orderReturn) }),
    refuses: [404],
  }),
  withdrawReturn: endpoint({
    method: 'DELETE',
    path: '/orders/:id/returns/:returnId',
    access: 'customer',
    summary: 'Withdraw an own return before its pieces have arrived: it is closed',
    params: z.object({ id: pathId, returnId: pathId }),
    reply,
    refuses: [404, 409],
  }),
  listReturns: endpoint({
    method: 'GET',
    path: '/admin/returns',
    access: 'viewer',
    summary: 'Returns, newest first',
    query: listQuery(['createdAt'])
      .pick({ page: true, pageSize: true })
      .extend({ state: z.enum(returnStates).optional() }),
    reply: z.object({ returns: z.array(listedReturn), total: z.number() }),
  }),
  approveReturn: endpoint({
    method: 'POST',
    path: '/admin/returns/:id/approve',
    access: 'staff',
    summary: 'Approve a requested return; the buyer reads the note',
    params: byId,
    body: z.object({ note: prose(limits.returnText).optional() }),
    reply,
    refuses: [404, 409],
  }),
  declineReturn: endpoint({
    method: 'POST',
    path: '/admin/returns/:id/decline',
    access: 'staff',
    summary: 'Decline a requested return; the note tells the buyer why',
    params: byId,
    body: z.object({ note: prose(limits.returnText, 'Please tell the buyer why') }),
    reply,
    refuses: [404, 409],
  }),
  receiveReturn: endpoint({
    method: 'POST',
    path: '/admin/returns/:id/received',
    access: 'staff',
    summary: 'The pieces of an approved return have arrived',
    params: byId,
    reply,
    refuses: [404, 409],
  }),
  closeReturn: endpoint({
    method: 'POST',
    path: '/admin/returns/:id/close',
    access: 'owner',
    confirmed: true,
    summary: 'Close a return whose pieces have arrived, with or without a refund',
    params: byId,
    body: closing,
    reply,
    refuses: [404, 409],
  }),
};
