import { z } from 'zod';
import { deliverySettings } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { limits } from './limits.ts';
import { price } from './money.ts';
import type { PolicySettings } from './policies.ts';
import { richText } from './rich-text.ts';
import { australianStates, crnRules } from './states.ts';
import { areUnique, line, prose } from './text.ts';

/** A number as text, or ''. Spaces and hyphens are removed; then what does not match `pattern` is refused with `message`. */
const digits = (pattern: RegExp, message: string) =>
  z
    .string()
    .max(limits.shortText, message)
    .overwrite((value) => value.replace(/[\s-]/g, ''))
    .refine((value) => value === '' || pattern.test(value), message);

/** How buyers pay the owner by bank (docs/behaviour/settings.md). Everything is off or empty until an owner changes it. */
export const paymentSettings = z.object({
  /** Offer bank transfer at the checkout. */
  transfer: z.boolean(),
  /** Offer PayTo; only with a payment processor. */
  payto: z.boolean(),
  accountName: line(limits.name),
  /** Six digits, without the hyphen. */
  bsb: digits(/^\d{6}$/, 'A BSB has six digits, like 062-000.'),
  accountNumber: digits(/^\d{4,10}$/, 'An account number has 4 to 10 digits.'),
  payId: line(limits.email),
  /** Empty: no BPAY. */
  billerCode: digits(/^\d{3,10}$/, 'A biller code has 3 to 10 digits.'),
  crnRule: z.enum(crnRules),
  /** Banking days for which the pieces of a transfer order are reserved. */
  reserveDays: z.int('Please give a whole number of days.').min(1, 'At least one day').max(20, 'At most 20 days'),
  /** The state whose public holidays are no banking days. */
  reserveState: z.enum(australianStates),
  /** The highest total that can be paid by transfer; null for any. */
  transferMaximum: price.nullable(),
});
export type PaymentSettings = z.infer<typeof paymentSettings>;

const paymentChanges = paymentSettings.partial();
export type PaymentSettingsChanges = z.infer<typeof paymentChanges>;

export const paymentSettingDefaults: PaymentSettings = {
  transfer: false,
  payto: false,
  accountName: '',
  bsb: '',
  accountNumber: '',
  payId: '',
  billerCode: '',
  crnRule: 'MOD10V05',
  reserveDays: 3,
  reserveState: 'NSW',
  transferMaximum: null,
};

/** What is missing before a transfer can be offered to buyers, as issues by field. Empty if nothing is. */
export function missingForTransfer(settings: PaymentSettings): { path: string; message: string }[] {
  if (!settings.transfer) return [];
  const needed = { accountName: 'The account name', bsb: 'The BSB', accountNumber: 'The account number' } as const;
  return Object.entries(needed)
    .filter(([field]) => Reflect.get(settings, field) === '')
    .map(([path, name]) => ({ path, message: `${name} is needed for transfers.` }));
}

const deliveryChanges = deliverySettings.partial().extend({
  /**
   * The values that the sender had read. If one of these fields is different now, because another admin has changed it, nothing is
   * written and the answer is 409.
   */
  expected: deliverySettings.partial().optional(),
});
export type DeliverySettingsChanges = z.infer<typeof deliveryChanges>;

const markdown = prose(limits.longText);

export const policySettings = z.object({
  delivery: markdown,
  returns: markdown,
  privacy: markdown,
  terms: markdown,
  returnDays: z.int('Please give a whole number of days.').min(0, 'At least 0').max(365, 'At most 365 days'),
}) satisfies z.ZodType<PolicySettings>;

const policyTexts = policySettings.omit({ returnDays: true });

export const policySettingDefaults: PolicySettings = {
  delivery: '',
  returns: '',
  privacy: '',
  terms: '',
  returnDays: 0,
};

const policyChanges = policySettings.partial().extend({
  /** As in `deliveryChanges`. */
  expected: policySettings.partial().optional(),
});

/** A language that the shop can be shown in. */
const language = z.enum(languages, 'Please choose a language of the list.');

/** The language of the shop, and further ones that visitors may choose (docs/behaviour/languages.md). */
export const languageSettings = z.object({
  first: language,
  shown: z.array(language).max(language.options.length).refine(areUnique, 'Each language once'),
});
export type LanguageSettings = z.infer<typeof languageSettings>;

export const languageSettingDefaults: LanguageSettings = { first: 'en', shown: [] };

const languageChanges = languageSettings.partial().extend({
  /** As in `deliveryChanges`. */
  expected: languageSettings.partial().optional(),
});

export const settingsEndpoints = {
  getPaymentSettings: endpoint({
    method: 'GET',
    path: '/admin/settings/payments',
    access: 'viewer',
    summary: 'How buyers pay by bank',
    reply: z.object({ settings: paymentSettings }),
  }),
  updatePaymentSettings: endpoint({
    method: 'PUT',
    path: '/admin/settings/payments',
    access: 'owner',
    confirmed: true,
    summary: 'Change how buyers pay by bank; absent fields stay as they are',
    body: paymentChanges,
    reply: z.object({ settings: paymentSettings }),
  }),
  getDeliverySettings: endpoint({
    method: 'GET',
    path: '/admin/settings/delivery',
    access: 'viewer',
    summary: 'Zones, rates, size classes and pickup',
    reply: z.object({ settings: deliverySettings }),
  }),
  updateDeliverySettings: endpoint({
    method: 'PUT',
    path: '/admin/settings/delivery',
    access: 'owner',
    confirmed: true,
    summary: 'Change zones, rates, size classes or pickup; absent fields stay as they are',
    body: deliveryChanges,
    reply: z.object({ settings: deliverySettings }),
    refuses: [409],
  }),
  getPolicySettings: endpoint({
    method: 'GET',
    path: '/admin/settings/policies',
    access: 'viewer',
    summary: 'The texts about delivery, returns, privacy and terms, and texts to start with',
    reply: z.object({ settings: policySettings, firstTexts: policyTexts }),
  }),
  updatePolicySettings: endpoint({
    method: 'PUT',
    path: '/admin/settings/policies',
    access: 'owner',
    confirmed: true,
    summary: 'Change the texts about delivery, returns, privacy or terms; absent fields stay as they are',
    body: policyChanges,
    reply: z.object({ settings: policySettings }),
    refuses: [409],
  }),
  previewPolicy: endpoint({
    method: 'POST',
    path: '/admin/settings/policies/preview',
    access: 'owner',
    summary: 'A text as its page would show it; nothing is saved',
    body: z.object({ text: prose(limits.longText) }),
    reply: z.object({ content: richText }),
  }),
  getLanguageSettings: endpoint({
    method: 'GET',
    path: '/admin/settings/languages',
    access: 'viewer',
    summary: 'The language of the shop, and further ones',
    reply: z.object({ settings: languageSettings }),
  }),
  updateLanguageSettings: endpoint({
    method: 'PUT',
    path: '/admin/settings/languages',
    access: 'owner',
    confirmed: true,
    summary: 'Change the languages; absent fields stay as they are',
    body: languageChanges,
    reply: z.object({ settings: languageSettings }),
    refuses: [409],
  }),
};
