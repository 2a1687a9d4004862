import type { Language } from '#contract/languages.ts';
import { type EmailParts, pageAddress } from '#server/features/mail/mail.ts';
import { sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { greetingOf } from './email-greeting.ts';
import type { OrderInEmails } from './order-details.ts';

/** The email that tells a buyer which pieces are on their way, with the link to the carrier's tracking page if there is one. */
export function shipmentEmailOf(
  shop: Shop,
  language: Language,
  order: OrderInEmails,
  { id, note }: { id: string; note: string },
): EmailParts {
  const say = sayIn(language);
  const shipment = order.shipments.find((known) => known.id === id);
  if (!shipment) throw new Error(`order ${order.id} has no shipment ${id}`);
  const { carrier, number, url, listingIds } = shipment;
  const inShipment = new Set(listingIds);
  const listings = order.items.filter((item) => inShipment.has(item.listingId));
  const isAll = listings.length === order.items.length;
  const sent = new Set(order.shipments.flatMap((known) => known.listingIds));
  const isLeft = order.items.some((item) => !sent.has(item.listingId));
  const account = pageAddress(shop, language, '/account');
  return {
    language,
    subject: say('On its way: {id}', { id: order.id }),
    heading: say('On its way'),
    paragraphs: [
      greetingOf(say, order),
      isAll
        ? say('Your order {id} is on its way to you with {carrier}.', { id: order.id, carrier })
        : say('A part of your order {id} is on its way to you with {carrier}.', { id: order.id, carrier }),
      ...(note === '' ? [] : [note]),
      ...(isLeft ? [say('The rest of your order follows.')] : []),
    ],
    lines: [
      ...listings.map(({ listing }) => ({ label: say('Piece'), value: listing.name })),
      { label: say('Carrier'), value: carrier },
      ...(number === '' ? [] : [{ label: say('Tracking number'), value: number }]),
    ],
    button: url ? { label: say('Follow it'), href: url } : { label: say('See your order'), href: account },
    ...(url !== null && { closing: [say('Your order is in your account: {account}', { account })] }),
  };
}
