import type { Order } from '#contract/orders.ts';

/** Whether the pieces of an order are reserved until its bank transfer arrives. */
export const waitsForTransfer = ({ status, paymentMethod, holdExpiresAt }: Order): boolean =>
  status === 'pending' && paymentMethod === 'transfer' && holdExpiresAt !== null;
