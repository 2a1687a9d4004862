import { countryName } from '#contract/country-names.ts';
import type { DeliverySettings, DeliveryZone } from '#contract/delivery.ts';
import { type RatedClass, ratedClasses } from '#contract/listing-size.ts';
import { formatPrice } from '#contract/money.ts';
import type { RichBlock, RichSpan, RichText } from '#contract/rich-text.ts';

/**
 * The zones and rates as the page about delivery shows them below the owner's text, in the order in which the checkout takes them;
 * empty without zones.
 */
export function deliveryWords({ zones, classes, packingDays, pickup }: DeliverySettings, currency: string): RichText {
  if (zones.length === 0) return [];
  const sizes = ratedClasses.map((name) => {
    const { longestCm, heaviestKg } = classes[name];
    return [paragraph(strong(classNames[name]), text(`: longest side up to ${longestCm} cm, up to ${heaviestKg} kg`))];
  });
  const packed = packingDays === 0 ? '' : ` A piece leaves within ${countOf(packingDays)} of the payment.`;
  return [
    { kind: 'heading', level: 2, spans: [text('Zones and prices')] },
    paragraph(text(`The first zone that your address belongs to counts.${packed}`)),
    { kind: 'list', start: 1, items: zones.map((zone) => zoneWords(zone, currency)) },
    { kind: 'heading', level: 3, spans: [text('Sizes')] },
    { kind: 'list', start: null, items: sizes },
    paragraph(text('For a larger piece, or where no price is named, ask us.')),
    ...(pickup ? [paragraph(text('You can also collect your piece yourself, free of charge.'))] : []),
  ];
}

const classNames: Readonly<Record<RatedClass, string>> = { small: 'Small', medium: 'Medium', large: 'Large' };

function zoneWords(zone: DeliveryZone, currency: string): RichBlock[] {
  const { name, rates, freeOver, daysFrom, daysTo, insured, note } = zone;
  const priceOf = (rate: number | null) =>
    rate === null ? 'ask us' : rate === 0 ? 'free' : formatPrice(rate, currency);
  const prices = ratedClasses.map((size) => `${classNames[size]} ${priceOf(rates[size])}`).join(', ');
  const days = daysFrom === daysTo ? countOf(daysTo) : `${daysFrom} to ${countOf(daysTo)}`;
  const more = [
    `${prices}.`,
    ...(freeOver === null ? [] : [`Free from ${formatPrice(freeOver, currency)}.`]),
    `${days} on the way.`,
    ...(insured ? ['Insured.'] : []),
    ...(note === '' ? [] : [note]),
  ];
  const places = placesOf(zone);
  const where = places === name ? [] : [text(` (${places})`)];
  return [paragraph(strong(name), ...where), paragraph(text(more.join(' ')))];
}

function placesOf({ countries, states, postcodes }: DeliveryZone): string {
  const places = states.length > 0 ? states.join(', ') : countries.map(countryName).join(', ') || 'every country';
  return postcodes === '' ? places : `${places}, postcodes ${postcodes}`;
}

const countOf = (days: number) => (days === 1 ? '1 working day' : `${days} working days`);
const text = (words: string): RichSpan => ({ kind: 'text', text: words });
const strong = (words: string): RichSpan => ({ kind: 'strong', spans: [text(words)] });
const paragraph = (...spans: RichSpan[]): RichBlock => ({ kind: 'paragraph', spans });
