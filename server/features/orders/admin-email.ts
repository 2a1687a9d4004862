import { foreignCountry } from '#contract/country-names.ts';
import type { Language } from '#contract/languages.ts';
import { asCents, type Cents, formatCents, formatPrice, toCents } from '#contract/money.ts';
import { ownsListings, type PaymentMethod } from '#contract/states.ts';
import type { OwnerEmail } from '#server/features/accounts/accounts.ts';
import { pageAddress } from '#server/features/mail/mail.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import type { OrderInEmails } from './order-details.ts';
import type { ChangeInWords } from './order-emails.ts';
import { priceLines } from './price-lines.ts';

/** A change of an order, as the emails to the owners describe it. */
export interface ChangeForOwners extends ChangeInWords {
  /** Whether an owner has to return the money, because it came outside of a processor. */
  isByHand: boolean;
}

/**
 * The email to the owners about an order that became paid (through its buyer or an admin), that was cancelled, or that changed so that they
 * have to return money. Null for every other change. The function that is returned writes it in the language of an owner.
 */
export function adminEmailOf(
  shop: Shop,
  order: OrderInEmails,
  change: ChangeForOwners,
): ((language: Language) => OwnerEmail) | null {
  const { before, kind } = change;
  if (kind === 'cancelled') return (language) => compose(shop, language, order, cancelledParts(shop, order, change));
  const isPaidNow =
    kind === 'paid' || (kind === 'status' && !ownsListings(before.status) && ownsListings(order.status));
  return isPaidNow
    ? (language) => compose(shop, language, order, paidParts(shop, order))
    : handRefundEmailOf(shop, order, change);
}

/** The email to the owners about money that they have to return after a change of an order; null if there is none to return. */
export function handRefundEmailOf(
  shop: Shop,
  order: OrderInEmails,
  change: ChangeForOwners,
): ((language: Language) => OwnerEmail) | null {
  const owed = owedBy(order, change);
  return owed > 0 && change.isByHand
    ? (language) => compose(shop, language, order, refundParts(shop, order, { ...change, owed }))
    : null;
}

/** How many cents the buyer has paid too much after the change; 0 or less if nothing is to be returned. */
function owedBy({ status, totalPrice }: OrderInEmails, { before }: ChangeInWords): Cents {
  if (!ownsListings(before.status)) return asCents(0);
  return ownsListings(status) ? asCents(before.total_cents - toCents(totalPrice)) : before.total_cents;
}

type PartsIn = (say: Say) => Pick<OwnerEmail, 'kind' | 'subject' | 'heading' | 'paragraphs'>;

function paidParts({ settings: { currency } }: Shop, { id, items, totalPrice, paymentMethod }: OrderInEmails): PartsIn {
  const total = formatPrice(totalPrice, currency);
  return (say) => {
    const count = items.length === 1 ? say('one piece') : say('{count} pieces', { count: items.length });
    const method = paidBy(say, paymentMethod);
    return {
      kind: 'admin: order paid',
      subject: say('New order {id}: {total}', { id, total }),
      heading: say('A new order'),
      paragraphs: [say('Order {id} is paid: {count}, {total} {method}.', { id, count, total, method })],
    };
  };
}

function cancelledParts(shop: Shop, order: OrderInEmails, change: ChangeForOwners): PartsIn {
  const { id } = order;
  return (say) => {
    const news =
      change.by === 'buyer'
        ? say('The buyer cancelled order {id}.', { id })
        : say('The shop cancelled order {id}.', { id });
    const money = moneyToReturn(say, shop, order, change);
    const pieces = change.areForSale ? [say('Its pieces are available again.')] : [];
    return {
      kind: 'admin: order cancelled',
      subject: say('Order cancelled: {id}', { id }),
      heading: say('An order was cancelled'),
      paragraphs: [[news, money, ...pieces].join(' ')],
    };
  };
}

function refundParts(shop: Shop, { id }: OrderInEmails, { by, what, owed }: ChangeInWords & { owed: Cents }): PartsIn {
  const total = formatCents(owed, shop.settings.currency);
  return (say) => {
    const news =
      by === 'buyer' ? say('The buyer changed order {id}.', { id }) : say('The shop changed order {id}.', { id });
    const money = say('Please return {total} to the buyer.', { total });
    return {
      kind: 'admin: refund',
      subject: say('Money to return: {id}', { id }),
      heading: say('Money to return'),
      paragraphs: [`${news} ${money}`, ...(what ? [`${what(say)}.`] : [])],
    };
  };
}

function moneyToReturn(say: Say, shop: Shop, order: OrderInEmails, { before, isByHand }: ChangeForOwners): string {
  if (!ownsListings(before.status)) return partToReturn(say, shop, order);
  const total = formatPrice(order.totalPrice, shop.settings.currency);
  return isByHand
    ? say('Please return {total} to the buyer.', { total })
    : say('{amount} is refunded.', { amount: total });
}

/** A sentence about the part of a transfer that had arrived for an order that was never paid in full. */
function partToReturn(say: Say, { settings: { currency } }: Shop, { received }: OrderInEmails): string {
  return received
    ? say('{amount} of it had been received: please return it to the buyer.', {
        amount: formatPrice(received, currency),
      })
    : say('Nothing had been paid.');
}

/** The email to the owners about a reservation that ended although a part of the transfer had arrived. */
export function endedReservationEmailOf(
  shop: Shop,
  language: Language,
  order: OrderInEmails,
  areForSale: boolean,
): OwnerEmail {
  const { id } = order;
  return compose(shop, language, order, (say) => {
    const news = say('The reservation for order {id} has ended.', { id });
    const money = partToReturn(say, shop, order);
    const pieces = areForSale ? [say('Its pieces are available again.')] : [];
    return {
      kind: 'admin: order cancelled',
      subject: say('Order cancelled: {id}', { id }),
      heading: say('A reservation has ended'),
      paragraphs: [[news, money, ...pieces].join(' ')],
    };
  });
}

function paidBy(say: Say, method: PaymentMethod): string {
  switch (method) {
    case 'credit':
      return say('by credit card');
    case 'paypal':
      return say('by PayPal');
    case 'payto':
      return say('by PayTo');
    case 'bank':
    case 'transfer':
      return say('by bank transfer');
    case 'cash':
      return say('in cash');
    case 'terminal':
      return say('by card at the terminal');
  }
}

/** Completes an email to the owners. Replies go to the email of the buyer's account, not to the one of the delivery form. */
function compose(shop: Shop, language: Language, order: OrderInEmails, partsIn: PartsIn): OwnerEmail {
  const say = sayIn(language);
  const { buyer, delivery } = order;
  const region = `${delivery.state} ${delivery.postcode}`.trim();
  const place = [delivery.address, delivery.city, region, foreignCountry(delivery, language)];
  const hasPlace = delivery.address !== '' && !order.isPickup;
  const facts = [
    { label: say('Buyer'), value: buyer.name },
    { label: say('Email'), value: buyer.email },
    { label: say('Phone'), value: delivery.phone || buyer.phone },
    // The place of a pickup is in the line with the price of the delivery.
    { label: say('Delivery'), value: hasPlace ? place.filter((part) => part !== '').join(', ') : '' },
  ].filter(({ value }) => value !== '');
  return {
    language,
    replyTo: buyer.email,
    ...partsIn(say),
    lines: [...priceLines(order, shop.settings.currency, language), ...facts],
    button: {
      label: say('Open the order'),
      href: pageAddress(shop, language, `/admin/orders?order=${encodeURIComponent(order.id)}`),
    },
  };
}
