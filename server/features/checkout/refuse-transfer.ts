import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { type Cents, formatPrice, toCents } from '#contract/money.ts';
import type { PaymentSettings } from '#contract/settings.ts';
import type { ListingRow } from '#server/features/catalog/catalog.ts';
import { type Keeper, limitKeeping } from '#server/features/holds/holds.ts';
import { refuseSecondTransfer } from '#server/features/orders/orders.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';

/** An order that a buyer, locked as `limitKeeping` says, wants to pay by transfer. */
interface WantedTransfer {
  keeper: Keeper;
  /** Locked. */
  listings: readonly ListingRow[];
  total: Cents;
  settings: PaymentSettings;
}

/** Why this buyer cannot pay this total by transfer; null if they can. */
export async function refuseTransfer(
  tx: Writer,
  shop: Shop,
  { keeper, listings, total, settings }: WantedTransfer,
): Promise<Refusal | null> {
  const { transfer, transferMaximum } = settings;
  if (!transfer) return refuse('methodNotOffered');
  if (transferMaximum !== null && total > toCents(transferMaximum))
    return refuse('transferTooHigh', { most: formatPrice(transferMaximum, shop.settings.currency) });
  const isKnown = keeper.hasConfirmedEmail || keeper.hasPaid;
  if (shop.settings.rateLimits && !isKnown) return refuse('transferNeedsConfirmedEmail');
  const waiting = await refuseSecondTransfer(tx, keeper.userId);
  if (waiting) return waiting;
  const unique = listings.filter((listing) => listing.is_unique === 1);
  const limited = await limitKeeping(tx, shop, keeper, { way: 'transfer', unique });
  return isRefusal(limited) ? limited : null;
}
