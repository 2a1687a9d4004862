import type { DeliverySettings } from '#contract/delivery.ts';
import { type PolicyName, policyNames } from '#contract/policies.ts';
import type { RichText } from '#contract/rich-text.ts';
import type { PaymentSettings } from '#contract/settings.ts';
import type { DeliveryFacts } from '#contract/shop.ts';
import type { TaxSettings } from '#contract/tax.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { parseMarkdown } from '#server/platform/markdown.ts';
import { deliverySection } from './delivery-settings.ts';
import { paymentSection } from './payment-settings.ts';
import { policySection } from './policy-settings.ts';
import { findSection } from './section.ts';
import { taxSection } from './tax-settings.ts';

/** The settings of payments by bank, with the defaults of what the owner has not changed. */
export const findPaymentSettings = (reader: Reader): Promise<PaymentSettings> => findSection(reader, paymentSection);

/** What everybody may know of the delivery. */
export async function findDeliveryFacts(reader: Reader): Promise<DeliveryFacts> {
  const { zones, pickup } = await findDeliverySettings(reader);
  return { offered: zones.length > 0 || pickup };
}

/** The settings of delivery, with the defaults of what the owner has not changed. */
export const findDeliverySettings = (reader: Reader): Promise<DeliverySettings> => findSection(reader, deliverySection);

/** Whether the shop is registered for GST, and what its invoices say. */
export const findTaxSettings = (reader: Reader): Promise<TaxSettings> => findSection(reader, taxSection);

/** The texts that have a page, in the order of the footer. */
export async function listPolicies(reader: Reader): Promise<PolicyName[]> {
  const texts = await findSection(reader, policySection);
  return policyNames.filter((name) => texts[name] !== '');
}

/** A text as its page shows it; null if there is none. */
export async function findPolicy(
  reader: Reader,
  name: string,
): Promise<{ name: PolicyName; content: RichText } | null> {
  const known = policyNames.find((policy) => policy === name);
  const text = known && (await findSection(reader, policySection))[known];
  return known && text ? { name: known, content: parseMarkdown(text) } : null;
}
