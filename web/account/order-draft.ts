import type { Listing } from '#contract/catalog.ts';
import { sumPrices } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';

/** Planned changes of an order: ids of the listings to remove and to add. */
export interface OrderDraft {
  removed: ReadonlySet<string>;
  added: ReadonlySet<string>;
}

export const noChanges: OrderDraft = { removed: new Set(), added: new Set() };

export function isChanged(draft: OrderDraft): boolean {
  return draft.removed.size > 0 || draft.added.size > 0;
}

/** A copy of the set, with the id added or removed. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The items to save: kept ones without a price, added ones with the price that the buyer sees. */
export function itemsOf(order: Order, draft: OrderDraft, listings: readonly Listing[]) {
  const seen = new Map(listings.map(({ id, price }) => [id, price]));
  return listingIdsOf(order, draft).map((listingId) => ({ listingId, price: seen.get(listingId) }));
}

/** The added listings whose price in `now` differs from their price in `before`. */
export function changedPrices(
  draft: OrderDraft,
  before: readonly Listing[],
  now: readonly Listing[],
): readonly Listing[] {
  const seen = new Map(before.map(({ id, price }) => [id, price]));
  return now.filter(({ id, price }) => draft.added.has(id) && seen.has(id) && seen.get(id) !== price);
}

/** Ids of the kept listings in their order, followed by the added ones. */
export function listingIdsOf(order: Order, draft: OrderDraft): string[] {
  const kept = order.items.map(({ listingId }) => listingId).filter((id) => !draft.removed.has(id));
  return [...kept, ...draft.added];
}

/**
 * The total of the changed order, in units of the shop's currency. Kept listings have the price paid, added ones the current price,
 * and the price of the delivery stays as it is (docs/behaviour/orders.md, 7).
 */
export function newTotalOf(order: Order, draft: OrderDraft, listings: readonly Listing[]): number {
  const kept = order.items.filter(({ listingId }) => !draft.removed.has(listingId));
  const added = listings.filter(({ id }) => draft.added.has(id));
  return sumPrices([...[...kept, ...added].map(({ price }) => price), order.deliveryPrice]);
}
