import { formatPrice } from '#contract/money.ts';
import { deliveryLine } from '#contract/order-lines.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { nameInEmail } from '#server/features/mail/mail.ts';

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

/** The first line of an email to the buyer. */
export function greetingOf({ delivery, buyer }: OrderDetails): string {
  return `Dear ${nameInEmail(delivery.firstName) || nameInEmail(buyer.name) || 'collector'},`;
}
