import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { prose } from './text.ts';

const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** Whether eleven digits are an Australian Business Number: its first two digits check the others. */
export function isAbn(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = weights.reduce((sum, weight, index) => sum + weight * (Number(digits[index]) - (index === 0 ? 1 : 0)), 0);
  return sum % 89 === 0;
}

/** An ABN as it is printed: '51 824 753 556'. */
export const formatAbn = (digits: string): string => digits.replace(/^(\d\d)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4');

const abn = z
  .string()
  .max(limits.shortText)
  .overwrite((value) => value.replace(/\s/g, ''))
  .refine((value) => value === '' || isAbn(value), 'This is not an ABN: please check its eleven digits.');

/** Whether prices include GST, and what invoices say (docs/behaviour/tax.md). */
export const taxSettings = z.object({
  registered: z.boolean(),
  /** Eleven digits, or empty. */
  abn,
  /** Below the lines of every invoice. */
  words: prose(limits.invoiceWords),
});
export type TaxSettings = z.infer<typeof taxSettings>;

export const taxSettingDefaults: TaxSettings = { registered: false, abn: '', words: '' };

const reply = z.object({ settings: taxSettings });

export const taxEndpoints = {
  getTaxSettings: endpoint({
    method: 'GET',
    path: '/admin/settings/tax',
    access: 'viewer',
    summary: 'Whether the shop is registered for GST, its ABN, and the words on invoices',
    reply,
  }),
  updateTaxSettings: endpoint({
    method: 'PUT',
    path: '/admin/settings/tax',
    access: 'owner',
    confirmed: true,
    summary: 'Change the registration for GST, the ABN or the words on invoices; absent fields stay as they are',
    body: taxSettings.partial().extend({
      /** The values that the sender had read; if one of them is different now, nothing is written and the answer is 409. */
      expected: taxSettings.partial().optional(),
    }),
    reply,
    refuses: [409],
  }),
};
