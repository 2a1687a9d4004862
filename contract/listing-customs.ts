import { z } from 'zod';
import { hsCodeProblem, type ListingCustoms, parseHsCode } from './customs-fields.ts';
import { country } from './delivery-place.ts';
import { limits } from './limits.ts';

/** What customs ask about a piece, only for the panel (docs/behaviour/fulfilment.md, "Papers"). Empty: not known. */
export const listingCustoms = {
  hsCode: z
    .string()
    .max(limits.shortText, hsCodeProblem)
    .overwrite((typed) => parseHsCode(typed) ?? typed.trim())
    .refine((code) => code === '' || parseHsCode(code) !== null, hsCodeProblem),
  /** ISO 3166. */
  origin: z.union([z.literal(''), country], 'Please choose a country of the list.'),
} satisfies Record<keyof ListingCustoms, z.ZodType<string>>;
