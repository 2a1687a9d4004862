import { t } from '@lingui/core/macro';
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
  transfer: t`Bank transfer and BPAY`,
  payto: t`PayTo`,
  accountName: t`Account name`,
  bsb: t`BSB`,
  accountNumber: t`Account number`,
  payId: t`PayID`,
  billerCode: t`Biller code`,
  crnRule: t`Check digit rule`,
  reserveDays: t`Banking days`,
  reserveState: t`Public holidays of`,
  transferMaximum: t`Up to a total of`,
};

export function bankDraftOf({ bsb, reserveDays, transferMaximum, ...rest }: PaymentSettings): BankDraft {
  return {
    ...rest,
    bsb: bsb.replace(/^(\d{3})(\d{3})$/, '$1-$2'),
    reserveDays: String(reserveDays),
    transferMaximum: transferMaximum === null ? '' : transferMaximum.toLocaleString('en-US'),
  };
}

// Object.keys returns strings; these are the keys of a BankDraft.
export const bankFields = Object.keys(bankFieldNames) as BankField[];

/** The changed fields as the API takes them, or messages for the fields that should be numbers and are not. */
export function settingsOf(
  draft: BankDraft,
  changed: readonly BankField[],
): PaymentSettingsChanges | Required<FormFailure> {
  const { reserveDays, transferMaximum, ...others } = draft;
  const days = /^\d{1,3}$/.test(reserveDays.trim()) ? Number(reserveDays) : null;
  const maximum = transferMaximum.trim() === '' ? null : priceOf(transferMaximum);
  const fields: Record<string, string> = {
    ...(days === null && { reserveDays: t`Please give a whole number of days.` }),
    ...(maximum === null &&
      transferMaximum.trim() !== '' && { transferMaximum: t`Please give an amount, like 10,000.` }),
  };
  if (days === null || Object.keys(fields).length > 0) return { message: '', fields };
  const all: PaymentSettings = { ...others, reserveDays: days, transferMaximum: maximum };
  return Object.fromEntries(changed.map((field) => [field, all[field]]));
}
