import { foreignCountry } from '#contract/country-names.ts';
import { formatPrice } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { type OrderStatus, orderStatusLabel, ownsListings, type PaymentMethod } from '#contract/states.ts';
import { findBuyer, queueOwnerEmails } from '#server/features/accounts/accounts.ts';
import { addressLineInEmail, type EmailParts } from '#server/features/mail/mail.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { tryInSavepoint } from '#server/platform/database/savepoint.ts';
import type { Shop } from '#server/shop.ts';
import { adminEmailOf, endedReservationEmailOf } from './admin-email.ts';
import { type AppointmentChange, appointmentEmailOf } from './appointment-email.ts';
import { findOrderDetails } from './order-details.ts';
import type { OrderRow } from './orders.queries.ts';
import { greetingOf, priceLines } from './price-lines.ts';
import { shipmentEmailOf } from './shipment-email.ts';

/** What happened to an order, and who did it. The order's new state is in the database. */
export interface OrderChange {
  /** The order's row before the change. */
  before: OrderRow;
  kind: 'paid' | 'modified' | 'cancelled' | 'status' | 'shipped' | 'appointment';
  /** What the email of the kind `shipped` is about. */
  shipment?: { id: string; note: string };
  /** What the email of the kind `appointment` is about. */
  appointment?: AppointmentChange;
  by: 'buyer' | 'shop';
}

/**
 * Queues the emails about a change, to the buyer and to the owners, in the transaction of the change. Demo orders cause no
 * emails. An email that cannot be queued is logged, and the change goes on without it.
 */
export async function queueOrderEmails(tx: Writer, shop: Shop, change: OrderChange): Promise<void> {
  const { before } = change;
  if (before.is_demo === 1) return;
  const failure = await tryInSavepoint(tx, async () => {
    const order = await findOrderDetails(tx, before.id);
    if (!order) return;
    // The account's own address, never the one of the delivery form. Of a deleted account it is the one at the time of the order.
    const account = await findBuyer(tx, order.userId);
    const to = (account?.buyer ?? order.buyer).email;
    const email = { kind: `order ${change.kind}` as const, to, accountId: order.userId };
    // A cancelled order of a deleted account has no address.
    if (to !== '') await shop.mailer.queueEmail(tx, { ...email, ...buyerEmailOf(shop, order, change) });
    const adminEmail = adminEmailOf(shop, order, change);
    if (adminEmail) await queueOwnerEmails(tx, shop, adminEmail);
  });
  if (failure) shop.log.error({ err: failure, order: before.id }, 'the emails about an order could not be queued');
}

/** Tells the owners of a reservation that ended although a part of the transfer had arrived. Logged if it cannot be queued. */
export async function queueEndedReservationEmails(tx: Writer, shop: Shop, orderId: string): Promise<void> {
  const failure = await tryInSavepoint(tx, async () => {
    const order = await findOrderDetails(tx, orderId);
    if (order) await queueOwnerEmails(tx, shop, endedReservationEmailOf(shop, order));
  });
  if (failure) shop.log.error({ err: failure, order: orderId }, 'the email about a reservation could not be queued');
}

/** What the emails say of a change. */
export interface ChangeInWords extends Pick<OrderChange, 'kind' | 'by' | 'shipment' | 'appointment'> {
  before: Pick<OrderRow, 'status'>;
}

export function buyerEmailOf(shop: Shop, order: OrderDetails, change: ChangeInWords): EmailParts {
  if (change.shipment) return shipmentEmailOf(shop, order, change.shipment);
  const { currency, publicUrl } = shop.settings;
  const button = { label: 'See your order', href: `${publicUrl}/account` };
  if (change.appointment)
    return { ...appointmentEmailOf(order, change.appointment), ...(order.userId !== '' && { button }) };
  const parts = partsOf(order, change, currency);
  return {
    subject: `${parts.heading}: ${order.id}`,
    lines: priceLines(order, currency),
    // A sale over the counter may have a buyer without an account.
    ...(order.userId !== '' && { button }),
    ...parts,
  };
}

function partsOf(
  order: OrderDetails,
  { before, kind }: ChangeInWords,
  currency: string,
): Pick<EmailParts, 'heading' | 'paragraphs'> {
  const greeting = greetingOf(order);
  if (kind === 'paid') {
    const thanks = `Thank you for your purchase! Your order ${order.id} is paid, and what you bought is yours.`;
    return { heading: 'Your order', paragraphs: [greeting, thanks, ...destinationOf(order)] };
  }
  if (kind === 'modified') {
    return { heading: 'Your order was changed', paragraphs: [greeting, lastEventOf(order)] };
  }
  const refunds = refundOf(order, before.status, currency);
  if (kind === 'cancelled') {
    const cancelled = [`Your order ${order.id} was cancelled.`, ...refunds, 'The pieces are available again.'].join(
      ' ',
    );
    return { heading: 'Your order was cancelled', paragraphs: [greeting, cancelled] };
  }
  const status = orderStatusLabel[order.status].toLowerCase();
  const changed = [`Your order ${order.id} is now ${status}.`, ...refunds].join(' ');
  return { heading: `Your order is ${status}`, paragraphs: [greeting, changed] };
}

/** A sentence with the refunded sum and the way it is refunded; empty where nothing is refunded. */
function refundOf(
  { status, totalPrice, received, paymentMethod }: OrderDetails,
  before: OrderStatus,
  currency: string,
): string[] {
  if (received && !ownsListings(status))
    return [
      `The ${formatPrice(received, currency)} that you have transferred is returned to the bank account you paid from.`,
    ];
  if (!ownsListings(before) || ownsListings(status)) return [];
  return [`${formatPrice(totalPrice, currency)} is refunded ${refundedTo[paymentMethod]}.`];
}

const refundedTo: Readonly<Record<PaymentMethod, string>> = {
  credit: 'to the credit card you paid with',
  paypal: 'to your PayPal account',
  bank: 'to the bank account you paid from',
  payto: 'to the bank account you paid from',
  transfer: 'to the bank account you paid from',
  cash: 'in cash',
  terminal: 'to the card you paid with',
};

function destinationOf({ delivery, deliveryName, isPickup }: OrderDetails): string[] {
  if (isPickup) return [`You collect it. ${addressLineInEmail(deliveryName)}. We write to you when it is ready.`];
  const region = `${delivery.state} ${delivery.postcode}`.trim();
  const lines = [delivery.address, delivery.city, region, foreignCountry(delivery)];
  const parts = lines.map(addressLineInEmail).filter((part) => part !== '');
  return delivery.address === '' || parts.length === 0 ? [] : [`It goes to ${parts.join(', ')}.`];
}

const lastEventOf = (order: OrderDetails) => `${order.history.at(-1)?.what ?? 'Your order was changed'}.`;
