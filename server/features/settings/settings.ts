import type { DeliverySettings } from '#contract/delivery.ts';
import type { PaymentSettings } from '#contract/settings.ts';
import type { DeliveryFacts } from '#contract/shop.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { deliverySection } from './delivery-settings.ts';
import { paymentSection } from './payment-settings.ts';
import { findSection } from './section.ts';

/** The settings of payments by bank, with the defaults of what the owner has not changed. */
export const findPaymentSettings = (reader: Reader): Promise<PaymentSettings> => findSection(reader, paymentSection);

/** What everybody may know of the delivery. */
export async function findDeliveryFacts(reader: Reader): Promise<DeliveryFacts> {
  const { zones, pickup } = await findDeliverySettings(reader);
  return { offered: zones.length > 0 || pickup };
}

/** The settings of delivery, with the defaults of what the owner has not changed. */
export const findDeliverySettings = (reader: Reader): Promise<DeliverySettings> => findSection(reader, deliverySection);
