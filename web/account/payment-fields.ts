import type { Profile } from '#contract/accounts.ts';

export const paymentFields = [
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
  cardNumber: 'Card number',
  cardName: 'Name on card',
  cardExpiry: 'Expiry',
  cardCvc: 'CVC',
  paypalEmail: 'PayPal email',
  bpayNumber: 'BPAY number',
  bpayRef: 'BPAY reference',
};

/** What was typed over what is stored; a field that was left alone is absent, and stays as it is. */
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

export function isAnythingStored(profile: Profile): boolean {
  return paymentFields.some((field) => profile[field] !== '');
}

/** The dot of a masked form (CONTRACT.md, Card fields). */
const maskDot = '•';

export const isMasked = (value: string) => value.includes(maskDot);

/** Only what differs from what is stored, be it shown masked or in full. */
export function changesOf(typed: PaymentChanges, shown: Profile): PaymentChanges {
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => value !== fieldOf(shown, field)));
}

/** Fields in which somebody typed between the dots: neither the old value nor a new one. */
export function halfTyped(changes: PaymentChanges): Record<string, string> {
  const fields = paymentFields.filter((field) => isMasked(changes[field] ?? ''));
  return Object.fromEntries(fields.map((field) => [field, 'Type all of it, or leave it as it was.']));
}

function fieldOf(profile: Profile, name: string): string | undefined {
  const field = paymentFields.find((known) => known === name);
  return field && profile[field];
}
