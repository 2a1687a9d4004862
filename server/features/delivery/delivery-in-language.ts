import { type DeliveryOption, pickupOption } from '#contract/delivery.ts';
import type { Language } from '#contract/languages.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { findTexts, translateZone } from '#server/features/translations/translations.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { sayIn } from '#server/platform/translations.ts';

/** Options of a quote with the names and notes that the owner has translated (docs/behaviour/languages.md, 7). */
export async function translateOptions(
  reader: Reader,
  language: Language,
  options: readonly DeliveryOption[],
): Promise<DeliveryOption[]> {
  if (language === 'en') return [...options];
  const texts = await findDeliveryTexts(reader, language);
  return options.map((option) =>
    option.id === pickupOption
      ? { ...option, name: pickupNameIn(language, option.name), note: texts.pickupNote ?? option.note }
      : translateZone(option, texts),
  );
}

/** What the delivery of an order is called. Orders have the English name that the option had when they were placed. */
export async function translateDeliveryName(
  reader: Reader,
  language: Language,
  { deliveryName, isPickup }: Pick<OrderDetails, 'deliveryName' | 'isPickup'>,
): Promise<string> {
  if (language === 'en' || deliveryName === '') return deliveryName;
  if (isPickup) return pickupNameIn(language, deliveryName);
  return translateZone({ name: deliveryName, note: '' }, await findDeliveryTexts(reader, language)).name;
}

/** "Pickup, 8 Wharf Lane" in a language. */
export function pickupNameIn(language: Language, name: string): string {
  const say = sayIn(language);
  const [, place] = /^Pickup, (.*)$/s.exec(name) ?? [];
  return place === undefined ? name : say('Pickup, {place}', { place });
}

async function findDeliveryTexts(reader: Reader, language: Language) {
  const id = 'delivery';
  return (await findTexts(reader, { kind: 'shop', language, ids: [id] })).get(id) ?? {};
}
