import { z } from 'zod';
import { hsCodeProblem, type ListingCustoms, parseHsCode } from './customs-fields.ts';
import { country } from './delivery-place.ts';
import { limits } from './limits.ts';

/** What customs ask about a piece (docs/behaviour/fulfilment.md, "Papers"). Only the panel gets it. Empty if not known. */
export const listingCustoms = {
  hsCode: z
    .string()
    .max(limits.shortText, hsCodeProblem)
    .overwrite((typed) => parseHsCode(typed) ?? typed.trim())
    .refine((code) => code === '' || parseHsCode(code) !== null, hsCodeProblem),
  /** The country where the piece was made, as an ISO 3166 code. */
  origin: z.union([z.literal(''), country], 'Please choose a country of the list.'),
} satisfies Record<keyof ListingCustoms, z.ZodType<string>>;
