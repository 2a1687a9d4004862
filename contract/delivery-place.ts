// Without prices: the contact form loads this, and contract/money.ts belongs to every page, which may not load its schemas.
import { z } from 'zod';
import { countryCodes } from './countries.ts';
import { homeCountry } from './country-names.ts';
import { limits } from './limits.ts';
import { line } from './text.ts';

export const country = z.string().refine((code) => countryCodes.has(code), 'Please choose a country of the list.');

/** Where a piece is to be delivered. State and postcode narrow the zone; a zone that needs one of them fits no address without. */
export const deliveryPlace = z.object({
  country: country.default(homeCountry),
  state: line(limits.shortText).default(''),
  postcode: line(limits.shortText).default(''),
});
export type DeliveryPlace = z.infer<typeof deliveryPlace>;
