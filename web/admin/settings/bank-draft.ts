import type { PaymentSettings, PaymentSettingsChanges } from '#contract/settings.ts';
import { priceOf } from '#contract/typed-numbers.ts';
import type { FormFailure } from '../../ui/use-submission.ts';

/** The fields of the form: numbers as they are typed. */
export type BankDraft = Omit<PaymentSettings, 'reserveDays' | 'transferMaximum'> & {
  reserveDays: string;
  transferMaximum: string;
};

export type BankField = keyof BankDraft;

/** Names of the fields in the bar of unsaved changes. */
export const bankFieldNames: Readonly<Record<BankField, string>> = {
  transfer: 'Bank transfer and BPAY',
  payto: 'PayTo',
  accountName: 'Account name',
  bsb: 'BSB',
  accountNumber: 'Account number',
  payId: 'PayID',
  billerCode: 'Biller code',
  crnRule: 'Check digit rule',
  reserveDays: 'Banking days',
  reserveState: 'Public holidays of',
  transferMaximum: 'Up to a total of',
};

export function bankDraftOf({ bsb, reserveDays, transferMaximum, ...rest }: PaymentSettings): BankDraft {
  return {
    ...rest,
    bsb: bsb.replace(/^(\d{3})(\d{3})$/, '$1-$2'),
    reserveDays: String(reserveDays),
    transferMaximum: transferMaximum === null ? '' : transferMaximum.toLocaleString('en-US'),
  };
}

export function changedFields(draft: BankDraft, saved: BankDraft): BankField[] {
  // Object.keys returns strings; these are the keys of a BankDraft.
  return (Object.keys(bankFieldNames) as BankField[]).filter((field) => draft[field] !== saved[field]);
}

/** The changed fields as the API takes them, or why one of them is no number. */
export function settingsOf(
  draft: BankDraft,
  changed: readonly BankField[],
): PaymentSettingsChanges | Required<FormFailure> {
  const { reserveDays, transferMaximum, ...texts } = draft;
  const days = /^\d{1,3}$/.test(reserveDays.trim()) ? Number(reserveDays) : null;
  const maximum = transferMaximum.trim() === '' ? null : priceOf(transferMaximum);
  const fields: Record<string, string> = {
    ...(days === null && { reserveDays: 'Please give a whole number of days.' }),
    ...(maximum === null &&
      transferMaximum.trim() !== '' && { transferMaximum: 'Please give an amount, like 10,000.' }),
  };
  if (days === null || Object.keys(fields).length > 0) return { message: '', fields };
  const all: PaymentSettings = { ...texts, reserveDays: days, transferMaximum: maximum };
  return Object.fromEntries(changed.map((field) => [field, all[field]]));
}
