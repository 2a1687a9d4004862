// Every page loads this file, so it must not import zod.
import { foreignCountry } from './country-names.ts';
import type { ShopContact } from './shop.ts';

/** The address of the shop as it is written, one entry for each line. */
export function addressLines({
  street,
  city,
  state,
  postcode,
  country,
}: NonNullable<ShopContact['address']>): string[] {
  const place = [city, state, postcode].filter((part) => part !== '').join(' ');
  return [street, place, foreignCountry({ country })].filter((line) => line !== '');
}
