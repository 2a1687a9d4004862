import { z } from 'zod';
import { isAbn } from './abn.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { prose } from './text.ts';

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
