import type { Listing } from '#contract/catalog.ts';
import { sumDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';

/** What an order would become: some of its pieces given up, others taken in. Listing ids. */
export interface OrderDraft {
  removed: ReadonlySet<string>;
  added: ReadonlySet<string>;
}

export const untouched: OrderDraft = { removed: new Set(), added: new Set() };

export function isChanged(draft: OrderDraft): boolean {
  return draft.removed.size > 0 || draft.added.size > 0;
}

/** The same set with one id more, or without it. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Kept pieces first, in their order, then the added ones. */
export function listingIdsOf(order: Order, draft: OrderDraft): string[] {
  const kept = order.items.map(({ listingId }) => listingId).filter((id) => !draft.removed.has(id));
  return [...kept, ...draft.added];
}

/** Dollars: kept pieces at the price paid, added ones at today's (CONTRACT.md, PUT /orders/{id}). */
export function newTotalOf(order: Order, draft: OrderDraft, pieces: readonly Listing[]): number {
  const kept = order.items.filter(({ listingId }) => !draft.removed.has(listingId));
  const added = pieces.filter(({ id }) => draft.added.has(id));
  return sumDollars([...kept, ...added].map(({ price }) => price));
}
