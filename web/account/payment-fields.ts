import { t } from '@lingui/core/macro';
import type { Profile } from '#contract/accounts.ts';

const paymentFields = [
  'cardNumber',
  'cardName',
  'cardExpiry',
  'cardCvc',
  'paypalEmail',
  'bpayNumber',
  'bpayRef',
] as const;
export type PaymentField = (typeof paymentFields)[number];

export const paymentLabels: Readonly<Record<PaymentField, string>> = {
  cardNumber: t`Card number`,
  cardName: t`Name on card`,
  cardExpiry: t`Expiry`,
  cardCvc: 'CVC',
  paypalEmail: t`PayPal email`,
  bpayNumber: t`BPAY number`,
  bpayRef: t`BPAY reference`,
};

/** What the user typed, by field. A field that was not edited is absent, and its stored value is kept. */
export type PaymentChanges = Partial<Record<PaymentField, string>>;

export const nothingStored: Readonly<Record<PaymentField, string>> = {
  cardNumber: '',
  cardName: '',
  cardExpiry: '',
  cardCvc: '',
  paypalEmail: '',
  bpayNumber: '',
  bpayRef: '',
};

export function hasStoredDetails(profile: Profile): boolean {
  return paymentFields.some((field) => (profile[field] ?? '') !== '');
}

/** The character that replaces characters in masked values. */
const maskDot = '•';

export const isMasked = (value: string) => value.includes(maskDot);

/** The typed values that differ from the shown ones, which are masked or in full. */
export function changesOf(typed: PaymentChanges, shown: Profile): PaymentChanges {
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => value !== fieldOf(shown, field)));
}

/** An error message for each masked field into which the user typed: its text is neither the stored value nor a complete new one. */
export function partlyTypedFields(changes: PaymentChanges): Record<string, string> {
  const fields = paymentFields.filter((field) => isMasked(changes[field] ?? ''));
  return Object.fromEntries(fields.map((field) => [field, t`Type all of it, or leave it as it was.`]));
}

function fieldOf(profile: Profile, name: string): string | undefined {
  const field = paymentFields.find((known) => known === name);
  return field && profile[field];
}
