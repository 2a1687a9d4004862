import { t } from '@lingui/core/macro';
import type { Listing } from '#contract/catalog.ts';
import { fromCents, highestPrice, sumPrices } from '#contract/money.ts';
import type { NewSale } from '#contract/outside-sales.ts';
import type { PaymentMethod } from '#contract/states.ts';
import { amountIn } from '../../orders/refund-draft.ts';

/** What the owner has entered of a sale outside of the shop. */
export interface SaleDraft {
  /** The prices as they were typed, by the id of the listing. */
  prices: Readonly<Record<string, string>>;
  name: string;
  email: string;
  method: PaymentMethod;
  takenAlong: boolean;
  /** "2026-11-23" in the shop's time zone. */
  day: string;
  note: string;
}

export const emptySale = (listings: readonly Listing[], day: string): SaleDraft => ({
  prices: Object.fromEntries(listings.map(({ id, price }) => [id, String(price)])),
  name: '',
  email: '',
  method: 'terminal',
  takenAlong: false,
  day,
  note: '',
});

/** The sale, or error messages by field, for prices by the id of the listing. The server checks again (docs/behaviour/orders.md, 20). */
export function saleOf(
  listings: readonly Pick<Listing, 'id'>[],
  { prices, name, email, method, takenAlong, day, note }: SaleDraft,
  today: string,
): { sale: Omit<NewSale, 'at'> } | { fields: Record<string, string> } {
  const items = listings.map(({ id }) => ({ listingId: id, price: amountIn(prices[id] ?? '') ?? 0 }));
  const fields: Record<string, string> = {};
  for (const { listingId, price } of items) {
    if (price <= 0) fields[listingId] = t`Please enter an amount above 0`;
    if (price > fromCents(highestPrice)) fields[listingId] = t`Please enter a smaller amount`;
  }
  if (name.trim() === '') fields.name = t`Please give the buyer’s name`;
  if (day === '' || day > today) fields.day = t`Please choose today or an earlier day`;
  if (Object.keys(fields).length > 0) return { fields };
  return { sale: { items, buyer: { name, email, phone: '' }, method, takenAlong, note } };
}

/** The sum of the entered prices; null while one of them is no amount or is too large for a price. */
export function totalOf({ prices }: SaleDraft): number | null {
  const amounts = Object.values(prices).map((typed) => amountIn(typed) ?? Number.POSITIVE_INFINITY);
  return amounts.every((amount) => amount <= fromCents(highestPrice)) ? sumPrices(amounts) : null;
}
