import { asCents } from '#contract/money.ts';
import { foldText } from '#contract/text.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import type { WantedListing } from './claim.ts';
import { type ItemRow, insertEvent, lockOrderRow, type OrderRow, selectItems } from './orders.queries.ts';
import { foldPhone } from './phone-number.ts';
import { snapshotOf } from './present-order.ts';

export interface LockedOrder {
  row: OrderRow;
  items: ItemRow[];
}

/** An order and its items, locked for a change; null for an unknown id. */
export async function lockOrder(tx: Writer, id: string): Promise<LockedOrder | null> {
  const row = await lockOrderRow(tx, id);
  return row ? { row, items: await selectItems(tx, [id]) } : null;
}

/** Adds a line to the order's history, e.g. "Order placed". `what` is in English; `replyWithOrder` translates it. */
export async function recordEvent(
  tx: Writer,
  shop: Shop,
  { orderId, what, by }: { orderId: string; what: string; by: 'buyer' | 'shop' },
): Promise<void> {
  await insertEvent(tx, {
    id: shop.randomBytes(12).toString('base64url'),
    order_id: orderId,
    at: shop.clock(),
    what,
    by_shop: by === 'shop' ? 1 : 0,
  });
}

/** The columns of an order without a chosen delivery. */
export const withoutDelivery = {
  delivery_cents: asCents(0),
  delivery_option: '',
  delivery_name: '',
  packing_days: null,
  arrival_days: null,
};

/** The text that `q` searches: the order's id, its buyer, the phone numbers of account and delivery, and the listings' names. */
export function searchTextOf(
  order: {
    id: string;
    user_id: string;
    buyer: { name: string; email: string; phone: string };
    delivery: { phone: string };
  },
  names: readonly string[],
): string {
  const { id, user_id, buyer, delivery } = order;
  const phones = new Set([buyer.phone, delivery.phone].map(foldPhone).filter((phone) => phone !== ''));
  return foldText([id, user_id, buyer.name, buyer.email, ...phones, ...names].join('\n'));
}

/** The listing's name when it was ordered. */
export const nameOf = (item: ItemRow): string => snapshotOf(item).name;

export const wantedListings = (items: readonly ItemRow[]): WantedListing[] =>
  items.map((item) => ({ listingId: item.listing_id, name: nameOf(item) }));
