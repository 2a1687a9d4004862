import { foreignCountry } from '#contract/country-names.ts';
import { formatPrice } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { type OrderStatus, ownsListings, type PaymentMethod } from '#contract/states.ts';
import type { Email } from '#server/features/mail/mail.ts';
import type { Shop } from '#server/shop.ts';
import type { ChangeInWords } from './order-emails.ts';
import { priceLines } from './price-lines.ts';

/** The email to the admins about an order that becomes paid, by its buyer or by an admin, or cancelled; otherwise null. */
export function adminEmailOf(shop: Shop, order: OrderDetails, change: ChangeInWords): AdminEmail | null {
  const { before, kind } = change;
  const total = formatPrice(order.totalPrice, shop.settings.currency);
  if (kind === 'cancelled') return compose(shop, order, cancelledParts(shop, order, change));
  const isPaidNow =
    kind === 'paid' || (kind === 'status' && !ownsListings(before.status) && ownsListings(order.status));
  return isPaidNow ? compose(shop, order, paidParts(order, total)) : null;
}

/** An email to every admin. */
type AdminEmail = Omit<Email, 'to' | 'accountId'>;

interface EmailParts {
  kind: Email['kind'];
  subject: string;
  heading: string;
  paragraphs: readonly string[];
}

function paidParts({ id, items, paymentMethod }: OrderDetails, total: string): EmailParts {
  const count = items.length === 1 ? 'one piece' : `${items.length} pieces`;
  return {
    kind: 'admin: order paid',
    subject: `New order ${id}: ${total}`,
    heading: 'A new order',
    paragraphs: [`Order ${id} is paid: ${count}, ${total} ${paidBy[paymentMethod]}.`],
  };
}

function cancelledParts(shop: Shop, order: OrderDetails, { before, by }: ChangeInWords): EmailParts {
  const money = moneyToReturn(shop, order, before.status);
  return {
    kind: 'admin: order cancelled',
    subject: `Order cancelled: ${order.id}`,
    heading: 'An order was cancelled',
    paragraphs: [`The ${by} cancelled order ${order.id}. ${money} Its pieces are available again.`],
  };
}

/** Money that no processor returns is returned by an owner. */
function moneyToReturn(
  { settings: { currency } }: Shop,
  { totalPrice, received, paymentMethod }: OrderDetails,
  before: OrderStatus,
): string {
  if (!ownsListings(before))
    return received
      ? `${formatPrice(received, currency)} of it had been received: please return it to the buyer.`
      : 'Nothing had been paid.';
  const total = formatPrice(totalPrice, currency);
  const isByHand = paymentMethod === 'transfer' || paymentMethod === 'cash' || paymentMethod === 'terminal';
  return isByHand ? `Please return ${total} to the buyer.` : `${total} is refunded.`;
}

/** The email to the admins about a reservation that ended although a part of the transfer had arrived. */
export function endedReservationEmailOf(shop: Shop, order: OrderDetails): AdminEmail {
  const money = moneyToReturn(shop, order, 'pending');
  return compose(shop, order, {
    kind: 'admin: order cancelled',
    subject: `Order cancelled: ${order.id}`,
    heading: 'A reservation has ended',
    paragraphs: [`The reservation for order ${order.id} has ended. ${money} Its pieces are available again.`],
  });
}

const paidBy: Readonly<Record<PaymentMethod, string>> = {
  credit: 'by credit card',
  paypal: 'by PayPal',
  bank: 'by bank transfer',
  payto: 'by PayTo',
  transfer: 'by bank transfer',
  cash: 'in cash',
  terminal: 'by card at the terminal',
};

/** Replies go to the email of the buyer's account, not to the one of the delivery form. */
function compose({ settings }: Shop, order: OrderDetails, { kind, ...parts }: EmailParts): AdminEmail {
  const { buyer, delivery } = order;
  const region = `${delivery.state} ${delivery.postcode}`.trim();
  const place = [delivery.address, delivery.city, region, foreignCountry(delivery)];
  const hasPlace = delivery.address !== '' && !order.isPickup;
  const facts = [
    { label: 'Buyer', value: buyer.name },
    { label: 'Email', value: buyer.email },
    { label: 'Phone', value: delivery.phone || buyer.phone },
    // Of a pickup the line of its price says where.
    { label: 'Delivery', value: hasPlace ? place.filter((part) => part !== '').join(', ') : '' },
  ].filter(({ value }) => value !== '');
  return {
    kind,
    replyTo: buyer.email,
    ...parts,
    lines: [...priceLines(order, settings.currency), ...facts],
    button: {
      label: 'Open the order',
      href: `${settings.publicUrl}/admin/orders?order=${encodeURIComponent(order.id)}`,
    },
  };
}
