import { type TaxSettings, taxSettingDefaults, taxSettings } from '#contract/tax.ts';
import { refusesRefunds, refusesRefundsMessage } from './refund-words.ts';
import type { Section } from './section.ts';

/** Whether prices include GST, and what invoices say. */
export const taxSection: Section<TaxSettings> = {
  name: 'tax',
  noun: 'tax',
  schema: taxSettings,
  defaults: taxSettingDefaults,
  problemsOf: ({ registered, abn, words }, currency) => [
    ...(registered && currency !== 'AUD'
      ? [{ path: 'registered', message: `GST is charged in Australian dollars. This shop sells in ${currency}.` }]
      : []),
    ...(registered && abn === '' ? [{ path: 'abn', message: 'A shop that is registered for GST has an ABN.' }] : []),
    ...(refusesRefunds(words) ? [{ path: 'words', message: refusesRefundsMessage }] : []),
  ],
};
