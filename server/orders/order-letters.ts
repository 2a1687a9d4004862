import { formatDollars } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { type OrderStatus, orderStatusLabel } from '#contract/states.ts';
import type { Writer } from '#server/database/database.ts';
import { type LetterParts, letter } from '#server/mail/mail.ts';
import type { Shop } from '#server/shop.ts';
import { findOrderDetails } from './order-details.ts';
import type { OrderRow } from './orders.queries.ts';

/** What a buyer hears of by letter. */
export type OrderNews = 'paid' | 'modified' | 'cancelled' | { status: OrderStatus };

/**
 * Writes the letter in the transaction of what it tells of, so that neither happens without the other. Nobody is written to about
 * an order of the demo.
 */
export async function tellBuyer(shop: Shop, tx: Writer, row: OrderRow, news: OrderNews): Promise<void> {
  if (row.is_demo === 1) return;
  const order = await findOrderDetails(tx, row.id);
  if (!order) return;
  const parts = partsOf(order, news);
  const total = { label: 'Total', value: formatDollars(order.totalPrice) };
  await shop.mailer.queueMail(tx, {
    to: order.delivery.email || order.buyer.email,
    ...letter({
      shopName: shop.settings.shopName,
      subject: `${parts.heading}: ${order.id}`,
      lines: [...order.items.map((item) => ({ label: item.listing.name, value: formatDollars(item.price) })), total],
      button: { label: 'See your order', href: `${shop.settings.publicUrl}/account` },
      ...parts,
    }),
  });
}

function partsOf(order: OrderDetails, news: OrderNews): Pick<LetterParts, 'heading' | 'paragraphs'> {
  const greeting = `Dear ${order.delivery.firstName || order.buyer.name || 'collector'},`;
  if (news === 'paid') {
    const paragraphs = [
      greeting,
      `Thank you for your purchase! Your order ${order.id} is paid, and what you bought is yours.`,
    ];
    return { heading: 'Your order', paragraphs: [...paragraphs, ...destinationOf(order)] };
  }
  if (news === 'modified') {
    return { heading: 'Your order was changed', paragraphs: [greeting, lastEventOf(order)] };
  }
  if (news === 'cancelled') {
    const refunded = `Your order ${order.id} was cancelled, and what you paid is refunded. The pieces are available again.`;
    return { heading: 'Your order was cancelled', paragraphs: [greeting, refunded] };
  }
  const status = orderStatusLabel[news.status].toLowerCase();
  return { heading: `Your order is ${status}`, paragraphs: [greeting, `Your order ${order.id} is now ${status}.`] };
}

function destinationOf({ delivery }: OrderDetails): string[] {
  const parts = [delivery.address, delivery.city, `${delivery.state} ${delivery.postcode}`.trim()].filter(
    (part) => part !== '',
  );
  return delivery.address === '' ? [] : [`It goes to ${parts.join(', ')}.`];
}

const lastEventOf = (order: OrderDetails) => `${order.history.at(-1)?.what ?? 'Your order was changed'}.`;
