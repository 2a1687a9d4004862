import { expect, test, vi } from 'vitest';
import type { OrderDetails } from '#contract/orders.ts';
import { linesOf } from './payment-outcome.ts';

const listing = { name: 'Heron', artist: '', year: null, spec: '', images: [], imageSet: [] };
const orderOf = (status: OrderDetails['status']) =>
  // Only these fields are read.
  ({ status, items: [{ listingId: 'heron', price: 500, listing }] }) as unknown as OrderDetails;
const today = {
  id: 'heron',
  name: 'Heron',
  price: 1000,
  status: 'available',
  unique: true,
  sold: false,
  images: [],
  imageSet: [],
  series: '',
};

test.each([
  ['pending', 500],
  ['cancelled', 1000],
] as const)('the line of a %s order at 500, whose piece is listed at 1000, costs %d', async (status, price) => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, listing: today }));
  expect(await linesOf(orderOf(status))).toMatchObject([{ id: 'heron', price }]);
});
