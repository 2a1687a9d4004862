import { describe, expect, it } from 'vitest';
import type { Listing } from '#contract/catalog.ts';
import type { Order } from '#contract/orders.ts';
import { changedPrices, isChanged, itemsOf, listingIdsOf, newTotalOf, noChanges, toggled } from './order-draft.ts';

// This order and these listings have only the fields that the draft uses.
const order = {
  deliveryPrice: 0,
  items: [
    { listingId: 'moon', price: 0.1 },
    { listingId: 'carp', price: 0.2 },
  ],
} as Order;
const listings = [
  { id: 'wave', price: 0.3 },
  { id: 'ledger', price: 5 },
] as Listing[];

describe('A modified order', () => {
  it('has its old total without changes', () => {
    expect(isChanged(noChanges)).toBe(false);
    expect(newTotalOf(order, noChanges, listings)).toBe(0.3);
    expect(listingIdsOf(order, noChanges)).toEqual(['moon', 'carp']);
  });

  it('keeps listings at the price paid and adds others at the current price', () => {
    const draft = { removed: toggled(noChanges.removed, 'moon'), added: toggled(noChanges.added, 'wave') };
    expect(isChanged(draft)).toBe(true);
    expect(newTotalOf(order, draft, listings)).toBe(0.5);
    expect(listingIdsOf(order, draft)).toEqual(['carp', 'wave']);
  });

  it('names the price that the buyer sees for added listings only, and finds those that have another price now', () => {
    const draft = { removed: toggled(noChanges.removed, 'moon'), added: toggled(noChanges.added, 'wave') };
    expect(itemsOf(order, draft, listings)).toEqual([{ listingId: 'carp' }, { listingId: 'wave', price: 0.3 }]);
    const raised = listings.map((listing) => ({ ...listing, price: listing.price + 1 }));
    expect(changedPrices(draft, listings, raised).map(({ id }) => id)).toEqual(['wave']);
    expect(changedPrices(draft, listings, listings)).toEqual([]);
  });

  it('has no changes after a listing was added and removed again', () => {
    expect(toggled(toggled(noChanges.added, 'wave'), 'wave')).toEqual(new Set());
  });
});
