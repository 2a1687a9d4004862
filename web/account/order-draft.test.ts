import { describe, expect, it } from 'vitest';
import type { Listing } from '#contract/catalog.ts';
import type { Order } from '#contract/orders.ts';
import { isChanged, listingIdsOf, newTotalOf, toggled, untouched } from './order-draft.ts';

// Only what the draft looks at.
const order = {
  items: [
    { listingId: 'moon', price: 0.1 },
    { listingId: 'carp', price: 0.2 },
  ],
} as Order;
const pieces = [
  { id: 'wave', price: 0.3 },
  { id: 'ledger', price: 5 },
] as Listing[];

describe('An order that is being modified', () => {
  it('costs what it did while nothing was chosen', () => {
    expect(isChanged(untouched)).toBe(false);
    expect(newTotalOf(order, untouched, pieces)).toBe(0.3);
    expect(listingIdsOf(order, untouched)).toEqual(['moon', 'carp']);
  });

  it('keeps pieces at the price paid and adds others at the price of today', () => {
    const draft = { removed: toggled(untouched.removed, 'moon'), added: toggled(untouched.added, 'wave') };
    expect(isChanged(draft)).toBe(true);
    expect(newTotalOf(order, draft, pieces)).toBe(0.5);
    expect(listingIdsOf(order, draft)).toEqual(['carp', 'wave']);
  });

  it('takes a choice back', () => {
    expect(toggled(toggled(untouched.added, 'wave'), 'wave')).toEqual(new Set());
  });
});
