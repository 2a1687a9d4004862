import { type Refusal, refuse } from '#contract/errors.ts';
import { formatPrice, toCents } from '#contract/money.ts';
import type { PaymentSettings } from '#contract/settings.ts';
import type { Holder } from '#server/features/holds/holds.ts';
import type { Shop } from '#server/shop.ts';

/** Why this buyer cannot pay this total (cents) by transfer; null if they can. */
export function refuseTransfer(
  shop: Shop,
  { holder, total, settings }: { holder: Holder; total: number; settings: PaymentSettings },
): Refusal | null {
  const { transfer, transferMaximum } = settings;
  if (!transfer) return refuse('methodNotOffered');
  if (transferMaximum !== null && total > toCents(transferMaximum))
    return refuse('transferTooHigh', { most: formatPrice(transferMaximum, shop.settings.currency) });
  const isKnown = holder.hasConfirmedEmail || holder.hasPaid;
  return shop.settings.rateLimits && !isKnown ? refuse('transferNeedsConfirmedEmail') : null;
}
