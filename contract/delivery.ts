import { z } from 'zod';
import { findCarrier, isTrackingPage, type OwnCarrier } from './carriers.ts';
import { countryCodes } from './countries.ts';
import { homeCountry } from './country-names.ts';
import { noCustoms } from './customs-fields.ts';
import { country, deliveryPlace } from './delivery-place.ts';
import { endpoint } from './endpoint.ts';
import { hsCode, origin } from './fields/schemas.ts';
import { limits } from './limits.ts';
import type { ClassLimit, RatedClass } from './listing-size.ts';
import { centimetres, kilograms } from './measures.ts';
import { amount, price } from './money.ts';
import { australianStates } from './states.ts';
import { areUnique, id, line } from './text.ts';

/** The price of a delivery, which may be zero. Null: there is no price, and the buyer has to ask. */
const rate = z.union([price, z.literal(0)]).nullable();
const days = z.int('Please give a whole number of days.').min(0).max(365, 'At most 365 days');

const rates = z.object({ small: rate, medium: rate, large: rate }) satisfies z.ZodType<Record<RatedClass, unknown>>;
const classLimit = z.object({ longestCm: centimetres, heaviestKg: kilograms }) satisfies z.ZodType<ClassLimit>;

/** A list of postcodes and ranges, like "2000-2249, 2600". Both ends of a range have the same number of digits. */
const postcodeRanges = line(limits.message).refine(
  (text) => parsePostcodes(text) !== null,
  'Postcodes are numbers and ranges, like 2000-2249, 2600.',
);

/** Parses a list of postcodes and ranges; both ends belong to a range. Null if the text is no such list, [] if it is empty. */
export function parsePostcodes(text: string): { from: string; to: string }[] | null {
  if (text.trim() === '') return [];
  const ranges = text.split(',').map((part) => /^\s*(\d{3,10})\s*(?:[-–]\s*(\d{3,10})\s*)?$/.exec(part));
  const parsed = ranges.map((range) => (range?.[1] ? { from: range[1], to: range[2] ?? range[1] } : null));
  const isRange = (range: (typeof parsed)[number]) =>
    range !== null && range.from.length === range.to.length && range.from <= range.to;
  return parsed.every(isRange) ? parsed.filter((range) => range !== null) : null;
}

/** A part of the world with its rates. The first zone of the list that fits an address gives the price. */
const deliveryZone = z
  .object({
    id,
    name: line(limits.name, 'Please name the zone.'),
    /** Country codes; empty for every country. */
    countries: z.array(country).max(countryCodes.size),
    /** Australian states; empty for every state. */
    states: z.array(z.enum(australianStates)).max(australianStates.length),
    /** A list of postcodes and ranges; empty for every postcode. */
    postcodes: postcodeRanges,
    rates,
    /** If the pieces together cost this or more, their delivery is free; null: it is never free. */
    freeOver: price.nullable(),
    /** The least and the most working days on the way. */
    daysFrom: days,
    daysTo: days,
    insured: z.boolean(),
    /** Shown with the price, for example who pays duties. */
    note: line(limits.shortText),
  })
  .refine(({ daysFrom, daysTo }) => daysFrom <= daysTo, { path: ['daysTo'], message: 'Not before the first day' })
  .refine(({ states, countries }) => states.length === 0 || (countries.length === 1 && countries[0] === homeCountry), {
    path: ['states'],
    message: 'Only zones in Australia alone can have states.',
  });
export type DeliveryZone = z.infer<typeof deliveryZone>;

const ownCarrier = z.object({
  name: line(limits.name, 'Please name the carrier.'),
  /** The address of the tracking page of a parcel, with {number} for the tracking number. */
  page: line(limits.url).refine(
    isTrackingPage,
    'An https address with {number}, like https://carrier.example/track/{number}',
  ),
}) satisfies z.ZodType<OwnCarrier>;

/** How pieces reach buyers (docs/behaviour/delivery.md). Without zones and pickup, nothing is charged or asked. */
export const deliverySettings = z.object({
  zones: z
    .array(deliveryZone)
    .max(limits.deliveryZones, `At most ${limits.deliveryZones} zones`)
    .refine((zones) => areUnique(zones.map(({ id }) => id)), 'Each zone has an id of its own'),
  classes: z.object({ small: classLimit, medium: classLimit, large: classLimit }),
  /** Working days from the payment until a piece leaves. */
  packingDays: days,
  /** Whether buyers may collect their pieces, free of charge. */
  pickup: z.boolean(),
  pickupAddress: line(limits.address),
  /** The opening hours, and what to bring. */
  pickupNote: line(limits.shortText),
  /** The HS code and the origin of pieces that have none of their own. */
  hsCode,
  origin,
  carriers: z
    .array(ownCarrier)
    .max(limits.ownCarriers, `At most ${limits.ownCarriers} carriers`)
    .refine(
      (carriers) => carriers.every(({ name }, position) => findCarrier(name, carriers) === carriers[position]),
      'Each carrier once',
    ),
});
export type DeliverySettings = z.infer<typeof deliverySettings>;

export const deliverySettingDefaults: DeliverySettings = {
  zones: [],
  classes: {
    small: { longestCm: 40, heaviestKg: 5 },
    medium: { longestCm: 90, heaviestKg: 12 },
    large: { longestCm: 130, heaviestKg: 30 },
  },
  packingDays: 2,
  pickup: false,
  pickupAddress: '',
  pickupNote: '',
  ...noCustoms,
  carriers: [],
};

/** The id of the delivery option with which the buyer collects the order. */
export const pickupOption = 'pickup';

export const deliveryOption = z.object({
  id: z.string(),
  name: z.string(),
  price: amount,
  /** Working days from the payment to the arrival, packing included. */
  daysFrom: z.number(),
  daysTo: z.number(),
  insured: z.boolean(),
  note: z.string(),
  /** On pages in another language than English: the fields without a translation. Absent if there are none. */
  untranslated: z.array(z.enum(['name', 'note'])).optional(),
});
export type DeliveryOption = z.infer<typeof deliveryOption>;

export const deliveryEndpoints = {
  quoteDelivery: endpoint({
    method: 'POST',
    path: '/delivery/quote',
    access: 'public',
    summary:
      'What the delivery of these listings costs; `ask`: the rates give no price, and the buyer writes to the shop',
    body: z.object({
      listingIds: z.array(id).min(1, 'Please name a piece').max(limits.listingsPerCheckout),
      address: deliveryPlace,
    }),
    reply: z.object({ options: z.array(deliveryOption), ask: z.boolean() }),
    refuses: [404],
  }),
};
