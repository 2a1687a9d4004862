import { z } from 'zod';
import { limits } from './limits.ts';
import type { TaxStatus } from './tax-status.ts';
import { taxStatuses } from './tax-status.ts';
import { line } from './text.ts';

/** The facts that the tax of a piece depends on (docs/behaviour/tax.md, 4). Only the panel gets them. */
export const listingTax = {
  taxStatus: z.enum(taxStatuses),
  /** Who owns a consigned piece. */
  consignor: line(limits.name),
  /** The shop's share of the price of a consigned piece, in percent. */
  commissionPercent: z
    .number('A commission is a number')
    .min(0, 'A commission is at least 0')
    .max(100, 'A commission is at most 100')
    .refine((value) => Math.round(value * 100) / 100 === value, 'A commission has at most two decimals')
    .nullable(),
  /** Whether somebody other than the artist owned the piece before. */
  resale: z.boolean('resale is true or false'),
  /** The day on which its owner acquired the piece. */
  acquiredOn: z.iso.date('A day, like 2014-05-30').nullable(),
};

export interface ListingTax {
  taxStatus: TaxStatus;
  consignor: string;
  commissionPercent: number | null;
  resale: boolean;
  acquiredOn: string | null;
}
