import { type Refusal, refuse } from '#contract/errors.ts';
import { type Cents, formatPrice, toCents } from '#contract/money.ts';
import type { PaymentSettings } from '#contract/settings.ts';
import type { Holder } from '#server/features/holds/holds.ts';
import { refuseSecondTransfer } from '#server/features/orders/orders.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';

/** Why this buyer, whose row is locked, cannot pay this total (cents) by transfer; null if they can. */
export async function refuseTransfer(
  tx: Writer,
  shop: Shop,
  { holder, total, settings }: { holder: Holder; total: Cents; settings: PaymentSettings },
): Promise<Refusal | null> {
  const { transfer, transferMaximum } = settings;
  if (!transfer) return refuse('methodNotOffered');
  if (transferMaximum !== null && total > toCents(transferMaximum))
    return refuse('transferTooHigh', { most: formatPrice(transferMaximum, shop.settings.currency) });
  const isKnown = holder.hasConfirmedEmail || holder.hasPaid;
  if (shop.settings.rateLimits && !isKnown) return refuse('transferNeedsConfirmedEmail');
  return refuseSecondTransfer(tx, holder.userId);
}
