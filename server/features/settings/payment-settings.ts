import { priceProblem } from '#contract/money.ts';
import {
  missingForTransfer,
  type PaymentSettings,
  paymentSettingDefaults,
  paymentSettings,
} from '#contract/settings.ts';
import type { Section } from './section.ts';

/** The section that says how buyers pay by bank. */
export const paymentSection: Section<PaymentSettings> = {
  name: 'payments',
  noun: 'payment',
  schema: paymentSettings,
  defaults: paymentSettingDefaults,
  problemsOf: (settings, currency) => [...missingForTransfer(settings), ...problemsOfMaximum(settings, currency)],
};

function problemsOfMaximum({ transferMaximum }: PaymentSettings, currency: string) {
  const message = transferMaximum === null ? null : priceProblem(transferMaximum, currency);
  return message === null ? [] : [{ path: 'transferMaximum', message }];
}
