import { formatPrice } from '#contract/money.ts';
import { deliveryLine } from '#contract/order-lines.ts';
import type { OrderDetails } from '#contract/orders.ts';

/** Pieces, delivery and total of an order with their prices, as emails show them. */
export function priceLines(order: OrderDetails, currency: string): { label: string; value: string }[] {
  const delivery = deliveryLine(order);
  const lines = [
    ...order.items.map(({ listing, price }) => ({ label: listing.name, price })),
    ...(delivery ? [delivery] : []),
    { label: 'Total', price: order.totalPrice },
  ];
  return lines.map(({ label, price }) => ({ label, value: formatPrice(price, currency) }));
}
