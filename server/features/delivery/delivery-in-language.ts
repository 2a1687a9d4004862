import { type DeliveryOption, pickupOption } from '#contract/delivery.ts';
import type { Language } from '#contract/languages.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { findTexts, translateZone } from '#server/features/translations/translations.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { sayIn } from '#server/platform/translations.ts';

/** The options of a quote with the names and notes that the owner has translated (docs/behaviour/languages.md, 7). */
export async function translateOptions(
  reader: Reader,
  language: Language,
  options: readonly DeliveryOption[],
): Promise<DeliveryOption[]> {
  if (language === 'en') return [...options];
  const texts = await findDeliveryTexts(reader, language);
  return options.map((option) =>
    option.id === pickupOption ? translatePickup(language, option, texts.pickupNote) : translateZone(option, texts),
  );
}

function translatePickup(language: Language, option: DeliveryOption, note: string | undefined): DeliveryOption {
  const isEnglish = option.note !== '' && note === undefined;
  return {
    ...option,
    name: pickupNameIn(language, option.name),
    note: note ?? option.note,
    ...(isEnglish && { untranslated: ['note'] }),
  };
}

/**
 * The name of an order's delivery in a language; `untranslated` lists it if it stays English. Orders store the English name that the
 * option had when they were placed.
 */
export async function translateDeliveryName(
  reader: Reader,
  language: Language,
  { deliveryName, isPickup }: Pick<OrderDetails, 'deliveryName' | 'isPickup'>,
): Promise<Pick<OrderDetails, 'deliveryName' | 'untranslated'>> {
  if (language === 'en' || deliveryName === '') return { deliveryName };
  if (isPickup) return { deliveryName: pickupNameIn(language, deliveryName) };
  const zone = translateZone({ name: deliveryName, note: '' }, await findDeliveryTexts(reader, language));
  return { deliveryName: zone.name, ...(zone.untranslated && { untranslated: ['deliveryName'] }) };
}

/** Translates the name of the pickup option, e.g. "Pickup, 8 Wharf Lane". Returns other names as they are. */
export function pickupNameIn(language: Language, name: string): string {
  const say = sayIn(language);
  const [, place] = /^Pickup, (.*)$/s.exec(name) ?? [];
  return place === undefined ? name : say('Pickup, {place}', { place });
}

async function findDeliveryTexts(reader: Reader, language: Language) {
  const id = 'delivery';
  return (await findTexts(reader, { kind: 'shop', language, ids: [id] })).get(id) ?? {};
}
