import { type DeliveryPlace, type DeliveryZone, parsePostcodes } from '#contract/delivery.ts';

/** The first zone that fits the place; undefined if none does (docs/behaviour/delivery.md, 3). */
export function zoneOf(zones: readonly DeliveryZone[], place: DeliveryPlace): DeliveryZone | undefined {
  return zones.find((zone) => fits(zone, place));
}

function fits({ countries, states, postcodes }: DeliveryZone, place: DeliveryPlace): boolean {
  if (countries.length > 0 && !countries.includes(place.country)) return false;
  if (states.length > 0 && !states.some((state) => state === place.state.toUpperCase())) return false;
  return postcodes === '' || isWithin(postcodes, place.postcode.replace(/\s/g, ''));
}

function isWithin(postcodes: string, postcode: string): boolean {
  const ranges = parsePostcodes(postcodes) ?? [];
  // Both ends have the same number of digits, so texts of that length are ordered as their numbers are.
  return ranges.some(({ from, to }) => postcode.length === from.length && postcode >= from && postcode <= to);
}
