// Must not import money.ts. Every page loads the part of it that formats prices. The contact form loads this file; if it needed the
// schemas of money.ts too, every page would load them.
import { z } from 'zod';
import { countryCodes } from './countries.ts';
import { homeCountry } from './country-names.ts';
import { limits } from './limits.ts';
import { line } from './text.ts';

const noCountry = 'Please choose a country of the list.';
export const country = z
  .string()
  .max(2, { error: noCountry, abort: true })
  .refine((code) => countryCodes.has(code), noCountry);

/** Where a piece is to be delivered. A zone of certain states or postcodes fits no place without a state or postcode. */
export const deliveryPlace = z.object({
  country: country.default(homeCountry),
  state: line(limits.shortText).default(''),
  postcode: line(limits.shortText).default(''),
});
export type DeliveryPlace = z.infer<typeof deliveryPlace>;
