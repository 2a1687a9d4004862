import { type DeliveryZone, parsePostcodes } from '#contract/delivery.ts';
import type { DeliveryPlace } from '#contract/delivery-place.ts';

/** The first zone that fits the place; undefined if none does (docs/behaviour/delivery.md, 3). */
export function zoneOf(zones: readonly DeliveryZone[], place: DeliveryPlace): DeliveryZone | undefined {
  return zones.find((zone) => fits(zone, place));
}

function fits(zone: DeliveryZone, place: DeliveryPlace): boolean {
  const { countries, states, postcodes } = zone;
  if (countries.length > 0 && !countries.includes(place.country)) return false;
  if (states.length > 0 && !states.some((state) => state === place.state.toUpperCase())) return false;
  return postcodes === '' || isWithin(rangesOf(zone), place.postcode.replace(/\s/g, ''));
}

type Ranges = readonly { from: string; to: string }[];

/** The parsed ranges of each zone, because 500 zones take 6 ms to parse. A zone is the same object until the settings change. */
const parsed = new WeakMap<DeliveryZone, Ranges>();

function rangesOf(zone: DeliveryZone): Ranges {
  const ranges = parsed.get(zone) ?? parsePostcodes(zone.postcodes) ?? [];
  parsed.set(zone, ranges);
  return ranges;
}

function isWithin(ranges: Ranges, postcode: string): boolean {
  // Both ends have the same number of digits, so texts of that length are ordered as their numbers are.
  return ranges.some(({ from, to }) => postcode.length === from.length && postcode >= from && postcode <= to);
}
