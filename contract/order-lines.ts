import type { Order } from './orders.ts';

/** The line of the delivery below those of the pieces; null for an order without one. */
export function deliveryLine({ deliveryName, deliveryPrice }: Pick<Order, 'deliveryName' | 'deliveryPrice'>) {
  if (deliveryName === '' && deliveryPrice === 0) return null;
  return { label: deliveryName === '' ? 'Delivery' : `Delivery: ${deliveryName}`, price: deliveryPrice };
}
