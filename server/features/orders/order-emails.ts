import { foreignCountry } from '#contract/country-names.ts';
import type { Language } from '#contract/languages.ts';
import { formatPrice } from '#contract/money.ts';
import { type OrderStatus, orderStatusLabel, ownsListings, type PaymentMethod } from '#contract/states.ts';
import { findBuyer, queueOwnerEmails } from '#server/features/accounts/accounts.ts';
import { translateDeliveryName } from '#server/features/delivery/delivery.ts';
import { addressLineInEmail, type EmailParts, pageAddress, tryToQueue } from '#server/features/mail/mail.ts';
import { hasOutsideMoney } from '#server/features/payments/payments.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { type Say, sayIn, translateContractText } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { adminEmailOf, endedReservationEmailOf, handRefundEmailOf } from './admin-email.ts';
import { type AppointmentChange, appointmentEmailOf } from './appointment-email.ts';
import { areForSale } from './claim.ts';
import { greetingOf } from './email-greeting.ts';
import { findOrderInEmails, type OrderInEmails } from './order-details.ts';
import type { OrderRow } from './orders.queries.ts';
import { deliveryNameIn, priceLines } from './price-lines.ts';
import { shipmentEmailOf } from './shipment-email.ts';

/** What happened to an order, and who did it. The order's new state is in the database. */
export interface OrderChange {
  /** The order's row before the change. */
  before: OrderRow;
  kind: 'paid' | 'modified' | 'cancelled' | 'status' | 'shipped' | 'appointment';
  /** The shipment that the email of the kind `shipped` is about, and a note for the buyer. */
  shipment?: { id: string; note: string };
  /** What the email of the kind `modified` says, without a full stop. */
  what?: (say: Say) => string;
  /** The appointment that the email of the kind `appointment` is about. */
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
  await queueAbout(tx, shop, before.id, async (order) => {
    // The address of the account, never that of the delivery form. If the account was deleted, its address at the time of the order.
    const account = await findBuyer(tx, order.userId);
    const to = (account?.buyer ?? order.buyer).email;
    const email = { kind: `order ${change.kind}` as const, to, accountId: order.userId };
    // A cancelled order of a deleted account has no address.
    const language = account?.language ?? 'en';
    const { deliveryName } = await translateDeliveryName(tx, language, order);
    const isReleased = change.kind === 'cancelled' && (await areForSale(tx, shop, listingsOf(order)));
    const inWords = { ...change, areForSale: isReleased };
    const parts = buyerEmailOf(shop, language, { ...order, deliveryName }, inWords);
    if (to !== '') await shop.mailer.queueEmail(tx, { ...email, ...parts });
    const adminEmail = adminEmailOf(shop, order, { ...inWords, isByHand: await isByHand(tx, before) });
    if (adminEmail) await queueOwnerEmails(tx, shop, adminEmail);
  });
}

/**
 * Queues the emails to the owners about a reservation that ended although a part of the transfer had arrived. `isReleased`: whether
 * everybody can buy the pieces now. A failure to queue them is logged.
 */
export async function queueEndedReservationEmails(
  tx: Writer,
  shop: Shop,
  { orderId, isReleased }: { orderId: string; isReleased: boolean },
): Promise<void> {
  await queueAbout(tx, shop, orderId, (order) =>
    queueOwnerEmails(tx, shop, (language) => endedReservationEmailOf(shop, language, order, isReleased)),
  );
}

/**
 * Queues the emails to the owners about money that they have to return after a change. The buyer gets an email of another feature about it.
 * A failure to queue them is logged.
 */
export async function queueHandRefundEmails(tx: Writer, shop: Shop, change: OrderChange): Promise<void> {
  const { before } = change;
  if (before.is_demo === 1) return;
  await queueAbout(tx, shop, before.id, async (order) => {
    const email = handRefundEmailOf(shop, order, { ...change, isByHand: await isByHand(tx, before) });
    if (email) await queueOwnerEmails(tx, shop, email);
  });
}

/** Whether an owner has to return money of the order. False, without a query, for one that was not paid before the change. */
const isByHand = async (tx: Writer, { id, status }: OrderRow): Promise<boolean> =>
  ownsListings(status) && hasOutsideMoney(tx, id);

const listingsOf = ({ items }: OrderInEmails) => items.map(({ listingId }) => listingId);

/** Queues emails about an order as it is now. */
function queueAbout(
  tx: Writer,
  shop: Shop,
  orderId: string,
  queue: (order: OrderInEmails) => Promise<void>,
): Promise<void> {
  return tryToQueue(tx, shop, { emails: 'the emails about an order', order: orderId }, async () => {
    const order = await findOrderInEmails(tx, orderId);
    if (order) await queue(order);
  });
}

/** A change of an order, as the emails describe it. */
export interface ChangeInWords extends Pick<OrderChange, 'kind' | 'by' | 'what' | 'shipment' | 'appointment'> {
  before: Pick<OrderRow, 'status' | 'total_cents'>;
  /** Whether everybody can buy the pieces of the cancelled order now. */
  areForSale?: boolean;
}

export function buyerEmailOf(shop: Shop, language: Language, order: OrderInEmails, change: ChangeInWords): EmailParts {
  if (change.shipment) return shipmentEmailOf(shop, language, order, change.shipment);
  const say = sayIn(language);
  const { currency } = shop.settings;
  const button = { label: say('See your order'), href: pageAddress(shop, language, '/account') };
  if (change.appointment)
    return { ...appointmentEmailOf(language, order, change.appointment), ...(order.userId !== '' && { button }) };
  const parts = partsOf(language, order, change, currency);
  return {
    language,
    subject: `${parts.heading}: ${order.id}`,
    lines: priceLines(order, currency, language),
    // A sale over the counter may have a buyer without an account.
    ...(order.userId !== '' && { button }),
    ...parts,
  };
}

function partsOf(
  language: Language,
  order: OrderInEmails,
  { before, kind, what, areForSale: isReleased }: ChangeInWords,
  currency: string,
): Pick<EmailParts, 'heading' | 'paragraphs'> {
  const say = sayIn(language);
  const { id } = order;
  const greeting = greetingOf(say, order);
  if (kind === 'paid') {
    const thanks = say('Thank you for your purchase! Your order {id} is paid, and what you bought is yours.', { id });
    return { heading: say('Your order'), paragraphs: [greeting, thanks, ...destinationOf(language, order)] };
  }
  if (kind === 'modified') {
    const heading = say('Your order was changed');
    return { heading, paragraphs: [greeting, `${what?.(say) ?? heading}.`] };
  }
  const refunds = refundOf(say, order, before.status, currency);
  if (kind === 'cancelled') {
    const cancelled = say('Your order {id} was cancelled.', { id });
    const pieces = isReleased ? [say('The pieces are available again.')] : [];
    return {
      heading: say('Your order was cancelled'),
      paragraphs: [greeting, [cancelled, ...refunds, ...pieces].join(' ')],
    };
  }
  const status = translateContractText(orderStatusLabel[order.status], language).toLowerCase();
  const changed = [say('Your order {id} is now {status}.', { id, status }), ...refunds].join(' ');
  return { heading: say('Your order is {status}', { status }), paragraphs: [greeting, changed] };
}

/** A sentence with the refunded sum and the way it is refunded; empty where nothing is refunded. */
function refundOf(
  say: Say,
  { status, totalPrice, received, paymentMethod }: OrderInEmails,
  before: OrderStatus,
  currency: string,
): string[] {
  if (received && !ownsListings(status))
    return [
      say('The {amount} that you have transferred is returned to the bank account you paid from.', {
        amount: formatPrice(received, currency),
      }),
    ];
  if (!ownsListings(before) || ownsListings(status)) return [];
  return [refundedTo(say, paymentMethod, formatPrice(totalPrice, currency))];
}

function refundedTo(say: Say, method: PaymentMethod, amount: string): string {
  switch (method) {
    case 'credit':
      return say('{amount} is refunded to the credit card you paid with.', { amount });
    case 'paypal':
      return say('{amount} is refunded to your PayPal account.', { amount });
    case 'bank':
    case 'payto':
    case 'transfer':
      return say('{amount} is refunded to the bank account you paid from.', { amount });
    case 'cash':
      return say('{amount} is refunded in cash.', { amount });
    case 'terminal':
      return say('{amount} is refunded to the card you paid with.', { amount });
  }
}

function destinationOf(language: Language, order: OrderInEmails): string[] {
  const say = sayIn(language);
  const { delivery } = order;
  if (order.isPickup) {
    const place = addressLineInEmail(deliveryNameIn(language, order));
    return [say('You collect it. {place}. We write to you when it is ready.', { place })];
  }
  const region = `${delivery.state} ${delivery.postcode}`.trim();
  const lines = [delivery.address, delivery.city, region, foreignCountry(delivery, language)];
  const parts = lines.map(addressLineInEmail).filter((part) => part !== '');
  if (delivery.address === '' || parts.length === 0) return [];
  return [say('It goes to {address}.', { address: parts.join(', ') })];
}
