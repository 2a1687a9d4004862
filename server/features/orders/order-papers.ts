import { z } from 'zod';
import { type ListingTax, taxFields } from '#contract/collection/piece.ts';
import { homeCountry } from '#contract/country-names.ts';
import { pickupOption } from '#contract/delivery.ts';
import { emptiesOf } from '#contract/fields/kinds.ts';
import { requestShape } from '#contract/fields/schemas.ts';
import { fromCents } from '#contract/money.ts';
import { deliveryLine } from '#contract/order-lines.ts';
import type { Sale } from '#server/features/invoices/invoices.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { LockedOrder } from './order-records.ts';
import { type ItemRow, selectItems, selectOrder } from './orders.queries.ts';
import { deliveryOf, snapshotOf } from './present-order.ts';

const storedTax = z.object(requestShape(taxFields));
const plainTax = emptiesOf(taxFields);

/** The facts that the tax of an item depends on, as the listing had them when it was bought. */
export const taxOfItem = ({ tax }: Pick<ItemRow, 'tax'>): ListingTax =>
  tax === '' ? plainTax : storedTax.parse({ ...plainTax, ...JSON.parse(tax) });

/** What an order sells, in the form that its papers need. */
export function saleOf({ row, items }: LockedOrder): Sale {
  const line = deliveryLine({ deliveryName: row.delivery_name, deliveryPrice: fromCents(row.delivery_cents) });
  return {
    orderId: row.id,
    lines: items.map((item) => {
      const { name, artist, year, spec } = snapshotOf(item);
      return { listingId: item.listing_id, name, artist, year, spec, cents: item.price_cents, tax: taxOfItem(item) };
    }),
    delivery: line && { label: line.label, cents: row.delivery_cents },
    // A collected piece is handed over in Australia, so it is no export.
    isExport: row.delivery_option !== pickupOption && deliveryOf(row).country !== homeCountry,
  };
}

/** The sale of an order whose pieces are available again, so that it sells nothing. */
export const saleOfNothing = (orderId: string): Sale => ({ orderId, lines: [], delivery: null, isExport: false });

/** What a stored order sells; nothing if there is no such order. */
export async function findSale(reader: Reader, orderId: string): Promise<Sale> {
  const row = await selectOrder(reader, orderId);
  return row ? saleOf({ row, items: await selectItems(reader, [orderId]) }) : saleOfNothing(orderId);
}
