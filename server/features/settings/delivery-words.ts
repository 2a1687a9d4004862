import { countryName } from '#contract/country-names.ts';
import type { DeliverySettings, DeliveryZone } from '#contract/delivery.ts';
import type { Language } from '#contract/languages.ts';
import { type RatedClass, ratedClasses } from '#contract/listing-size.ts';
import { formatPrice } from '#contract/money.ts';
import type { RichBlock, RichSpan, RichText } from '#contract/rich-text.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';

/** A zone with the name and note in the language of the page. `untranslated`: which of them have no translation, so they are in English. */
export type NamedZone = DeliveryZone & { untranslated?: ('name' | 'note')[] };

/**
 * The zones and rates as the page about delivery shows them below the owner's text, in the order in which the checkout takes them;
 * empty without zones. Names and notes of the zones are taken as they are given.
 */
export function deliveryWords(
  { zones, classes, packingDays, pickup }: DeliverySettings & { zones: readonly NamedZone[] },
  { currency, language }: { currency: string; language: Language },
): RichText {
  if (zones.length === 0) return [];
  const say = sayIn(language);
  const sizes = ratedClasses.map((name) => {
    const { longestCm, heaviestKg } = classes[name];
    const limits = say('longest side up to {longest} cm, up to {heaviest} kg', {
      longest: longestCm,
      heaviest: heaviestKg,
    });
    return [paragraph(strong(className(name, say)), text(`: ${limits}`))];
  });
  const first = say('The first zone that your address belongs to counts.');
  const packed = say('A piece leaves within {days} of the payment.', { days: countOf(packingDays, say) });
  return [
    { kind: 'heading', level: 2, spans: [text(say('Zones and prices'))] },
    paragraph(text(packingDays === 0 ? first : `${first} ${packed}`)),
    { kind: 'list', start: 1, items: zones.map((zone) => zoneWords(zone, { currency, language, say })) },
    { kind: 'heading', level: 3, spans: [text(say('Sizes'))] },
    { kind: 'list', start: null, items: sizes },
    paragraph(text(say('For a larger piece, or where no price is named, ask us.'))),
    ...(pickup ? [paragraph(text(say('You can also collect your piece yourself, free of charge.')))] : []),
  ];
}

const className = (name: RatedClass, say: Say): string =>
  ({ small: say('Small'), medium: say('Medium'), large: say('Large') })[name];

interface Wording {
  currency: string;
  language: Language;
  say: Say;
}

function zoneWords(zone: NamedZone, { currency, language, say }: Wording): RichBlock[] {
  const { name, rates, freeOver, daysFrom, daysTo, insured, note } = zone;
  const priceOf = (rate: number | null) =>
    rate === null ? say('ask us') : rate === 0 ? say('free') : formatPrice(rate, currency);
  const prices = ratedClasses.map((size) => `${className(size, say)} ${priceOf(rates[size])}`).join(', ');
  const days =
    daysFrom === daysTo
      ? countOf(daysTo, say)
      : say('{from} to {days}', { from: daysFrom, days: countOf(daysTo, say) });
  const more = [
    `${prices}.`,
    ...(freeOver === null ? [] : [say('Free from {price}.', { price: formatPrice(freeOver, currency) })]),
    // 0 days are not mentioned, as in the checkout.
    ...(daysTo === 0 ? [] : [say('{days} on the way.', { days })]),
    ...(insured ? [say('Insured.')] : []),
  ];
  const places = placesOf(zone, language, say);
  const where = places === name ? [] : [text(` (${places})`)];
  const noted = note === '' ? [] : [text(' '), ownText(zone, 'note')];
  return [
    paragraph({ kind: 'strong', spans: [ownText(zone, 'name')] }, ...where),
    paragraph(text(more.join(' ')), ...noted),
  ];
}

function placesOf({ countries, states, postcodes }: DeliveryZone, language: Language, say: Say): string {
  const named = countries.map((code) => countryName(code, language));
  const places = states.length > 0 ? states.join(', ') : named.join(', ') || say('every country');
  return postcodes === '' ? places : say('{places}, postcodes {postcodes}', { places, postcodes });
}

const ownText = (zone: NamedZone, field: 'name' | 'note'): RichSpan => ({
  ...text(zone[field]),
  ...(zone.untranslated?.includes(field) && { lang: 'en' }),
});

const countOf = (days: number, say: Say) =>
  days === 1 ? say('1 working day') : say('{count} working days', { count: days });
const text = (words: string): RichSpan => ({ kind: 'text', text: words });
const strong = (words: string): RichSpan => ({ kind: 'strong', spans: [text(words)] });
const paragraph = (...spans: RichSpan[]): RichBlock => ({ kind: 'paragraph', spans });
