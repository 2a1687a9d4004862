import { sql } from 'kysely';
import { z } from 'zod';
import type { Reader } from '#server/platform/database/database.ts';
import { type Check, isOwning, runQuery } from './check.ts';

export const listingChecks: readonly Check[] = [
  soldOnce,
  ownedListingsAreSold,
  soldListingsAreOwned,
  liveFlagMatchesStatus,
];

/** Condition on an order item: it is unique, by its listing or, if that was deleted, by the item itself. */
const isUnique = sql`coalesce(listings.is_unique, order_items.is_unique) = 1`;
const itemsOfOrders = sql`order_items inner join orders on orders.id = order_items.order_id left join listings on listings.id = order_items.listing_id`;

/** An order is live when it owns its items, or waits for payment with an active hold. The flag `is_live` is not used. */
async function soldOnce(reader: Reader, now: number): Promise<string[]> {
  const rows = await runQuery<{ listing: string; orders: number; first: string; last: string }>(
    reader,
    sql`select order_items.listing_id as listing, count(*) as orders, min(orders.id) as first, max(orders.id) as last
      from ${itemsOfOrders}
      where ${isUnique} and (${isOwning} or (orders.status = 'pending' and orders.hold_expires_at > ${now} and exists (
        select 1 from holds where holds.listing_id = order_items.listing_id and holds.user_id = orders.user_id and holds.expires_at > ${now}
      )))
      group by order_items.listing_id having count(*) > 1`,
  );
  return rows.map(
    ({ listing, orders, first, last }) =>
      `Piece ${listing} is in ${orders} live orders, ${first} and ${last} among them.`,
  );
}

async function ownedListingsAreSold(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ listing: string; status: string; id: string; orderStatus: string }>(
    reader,
    sql`select listings.id as listing, listings.status, orders.id, orders.status as "orderStatus"
      from order_items inner join orders on orders.id = order_items.order_id inner join listings on listings.id = order_items.listing_id
      where listings.is_unique = 1 and listings.status <> 'sold' and ${isOwning}`,
  );
  return rows.map(
    ({ listing, status, id, orderStatus }) =>
      `Piece ${listing} is in order ${id} (${orderStatus}), yet it is ${status}.`,
  );
}

/**
 * A sold listing that no order owns must have been set to sold by the latest audit entry that changed its status. If several have the
 * same millisecond, one of them is enough, because their sequence is unknown. Orders change the status without an audit entry, but never
 * that of a listing that an admin has set to sold.
 */
async function soldListingsAreOwned(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ listing: string; at: number; before: string | null; after: string | null }>(
    reader,
    sql`select listings.id as listing, audit_entries.at, audit_entries.before, audit_entries.after
      from listings left join audit_entries on audit_entries.subject = listings.id
      where listings.is_unique = 1 and listings.status = 'sold' and not exists (
        select 1 from order_items inner join orders on orders.id = order_items.order_id
        where order_items.listing_id = listings.id and ${isOwning})
      order by listings.id, audit_entries.at desc`,
  );
  return [...Map.groupBy(rows, (row) => row.listing)].flatMap(([listing, entries]) => {
    const changes = entries.filter((entry) => statusSetBy(entry) !== null);
    const last = changes.filter(({ at }) => at === changes[0]?.at);
    return last.some((entry) => statusSetBy(entry) === 'sold')
      ? []
      : [`Piece ${listing} is sold, but no order owns it and no admin set it to sold.`];
  });
}

const recordWithStatus = z.object({ status: z.string() }).nullable().catch(null);

/** The status that an audit entry has set, or null when it did not change the status. */
function statusSetBy({ before, after }: { before: string | null; after: string | null }): string | null {
  const [from, to] = [before, after].map((text) => recordWithStatus.parse(JSON.parse(text ?? 'null'))?.status);
  return to !== undefined && to !== from ? to : null;
}

/** The unique index uses the flag `is_live`. For a pending order it may stay set after the hold has expired, until the next claim. */
async function liveFlagMatchesStatus(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ listing: string; isLive: 0 | 1; id: string; status: string }>(
    reader,
    sql`select order_items.listing_id as listing, order_items.is_live as "isLive", orders.id, orders.status
      from order_items inner join orders on orders.id = order_items.order_id
      where (order_items.is_live = 0 and ${isOwning})
        or (order_items.is_live = 1 and not ${isOwning} and (orders.status <> 'pending' or orders.hold_expires_at is null))`,
  );
  return rows.map(
    ({ listing, isLive, id, status }) =>
      `Piece ${listing} of order ${id} (${status}) is ${isLive ? '' : 'not '}marked live.`,
  );
}
