import type { OrderDetails } from '#contract/orders.ts';
import type { EmailParts } from '#server/features/mail/mail.ts';
import type { Shop } from '#server/shop.ts';
import { greetingOf } from './price-lines.ts';

/** The email that tells a buyer what is on its way, with the link that follows it. */
export function shipmentEmailOf(
  { settings: { publicUrl } }: Shop,
  order: OrderDetails,
  { id, note }: { id: string; note: string },
): EmailParts {
  const shipment = order.shipments.find((known) => known.id === id);
  if (!shipment) throw new Error(`order ${order.id} has no shipment ${id}`);
  const { carrier, number, url, listingIds } = shipment;
  const sent = new Set(listingIds);
  const listings = order.items.filter((item) => sent.has(item.listingId));
  const isAll = listings.length === order.items.length;
  const way = `${isAll ? `Your order ${order.id}` : `A part of your order ${order.id}`} is on its way to you with ${carrier}.`;
  const arrived = new Set(order.shipments.flatMap((known) => known.listingIds));
  const isLeft = order.items.some((item) => !arrived.has(item.listingId));
  return {
    subject: `On its way: ${order.id}`,
    heading: 'On its way',
    paragraphs: [
      greetingOf(order),
      way,
      ...(note === '' ? [] : [note]),
      ...(isLeft ? ['The rest of your order follows.'] : []),
    ],
    lines: [
      ...listings.map(({ listing }) => ({ label: 'Piece', value: listing.name })),
      { label: 'Carrier', value: carrier },
      ...(number === '' ? [] : [{ label: 'Tracking number', value: number }]),
    ],
    button: url ? { label: 'Follow it', href: url } : { label: 'See your order', href: `${publicUrl}/account` },
    ...(url !== null && { closing: [`Your order is in your account: ${publicUrl}/account`] }),
  };
}
