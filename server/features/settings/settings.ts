import { z } from 'zod';
import { type Refusal, refuse } from '#contract/errors.ts';
import { priceProblem } from '#contract/money.ts';
import {
  missingForTransfer,
  type PaymentSettings,
  type PaymentSettingsChanges,
  paymentSettingDefaults,
  paymentSettings,
} from '#contract/settings.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { lockName } from '#server/platform/database/dialect.ts';
import type { Shop } from '#server/shop.ts';
import { selectSection, writeSection } from './settings.queries.ts';

/** The settings of payments by bank, with the defaults of what the owner has not changed. */
export async function findPaymentSettings(reader: Reader): Promise<PaymentSettings> {
  return parseStored(await selectSection(reader, 'payments'));
}

/**
 * Changes the given fields and keeps the others, so that two admins who change different fields keep both changes. Recorded in
 * the audit; pages show it at once. Refuses (400) transfers without the account that receives them, and a maximum that the
 * currency does not have (docs/behaviour/settings.md).
 */
export function updatePaymentSettings(
  shop: Shop,
  adminId: string,
  changes: PaymentSettingsChanges,
): Promise<PaymentSettings | Refusal> {
  return shop.database.write(async (tx) => {
    await lockName(tx, 'settings');
    const before = await findPaymentSettings(tx);
    const after = paymentSettings.parse({ ...before, ...changes });
    const issues = [...missingForTransfer(after), ...problemsOfMaximum(after, shop.settings.currency)];
    if (issues.length > 0) return refuse('settingsIncomplete', {}, { issues });
    if (isSame(before, after)) return after;
    await writeSection(tx, { section: 'payments', value: JSON.stringify(after), changed_at: shop.clock() });
    await recordChange(tx, shop, { adminId, action: 'payment settings changed', subject: 'payments', before, after });
    tx.raiseRevision();
    return after;
  });
}

const storedFields = z.record(z.string(), z.unknown());

function parseStored(value: string | undefined): PaymentSettings {
  if (value === undefined) return paymentSettingDefaults;
  return paymentSettings.parse({ ...paymentSettingDefaults, ...storedFields.parse(JSON.parse(value)) });
}

function problemsOfMaximum({ transferMaximum }: PaymentSettings, currency: string) {
  const message = transferMaximum === null ? null : priceProblem(transferMaximum, currency);
  return message === null ? [] : [{ path: 'transferMaximum', message }];
}

function isSame(one: PaymentSettings, other: PaymentSettings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
