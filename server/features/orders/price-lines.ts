import type { Language } from '#contract/languages.ts';
import { formatPrice } from '#contract/money.ts';
import { deliveryLine } from '#contract/order-lines.ts';
import { pickupNameIn } from '#server/features/delivery/delivery.ts';
import { sayIn, translateContractText } from '#server/platform/translations.ts';
import type { OrderInEmails } from './order-details.ts';

/** Pieces, delivery and total of an order with their prices, as emails show them. */
export function priceLines(
  order: OrderInEmails,
  currency: string,
  language: Language = 'en',
): { label: string; value: string }[] {
  const say = sayIn(language);
  const delivery = deliveryLine({ ...order, deliveryName: deliveryNameIn(language, order) });
  const lines = [
    ...order.items.map(({ listing, price }) => ({ label: listing.name, price })),
    ...(delivery ? [{ ...delivery, label: translateContractText(delivery.label, language) }] : []),
    { label: say('Total'), price: order.totalPrice },
  ];
  return lines.map(({ label, price }) => ({ label, value: formatPrice(price, currency) }));
}

/** The name of an order's delivery. For a pickup it is stored in English and translated here. */
export const deliveryNameIn = (language: Language, { deliveryName, isPickup }: OrderInEmails): string =>
  isPickup ? pickupNameIn(language, deliveryName) : deliveryName;
