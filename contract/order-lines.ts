import type { Order } from './orders.ts';

/** The line for the delivery below the lines of an order's pieces; null for an order without a delivery. */
export function deliveryLine({ deliveryName, deliveryPrice }: Pick<Order, 'deliveryName' | 'deliveryPrice'>) {
  if (deliveryName === '' && deliveryPrice === 0) return null;
  return { label: deliveryName === '' ? 'Delivery' : `Delivery: ${deliveryName}`, price: deliveryPrice };
}
