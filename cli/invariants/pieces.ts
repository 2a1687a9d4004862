import { sql } from 'kysely';
import { z } from 'zod';
import type { Reader } from '#server/platform/database/database.ts';
import { type Check, owning, rowsOf } from './check.ts';

export const pieceChecks: readonly Check[] = [onceSold, soldWhenOwned, ownedWhenSold, liveByStatus];

/** As its listing says, or as it was when it was bought where the listing is gone. */
const isUnique = sql`coalesce(listings.is_unique, order_items.is_unique) = 1`;
const itemsOfOrders = sql`order_items inner join orders on orders.id = order_items.order_id left join listings on listings.id = order_items.listing_id`;

/** Live: owned, or waiting for its payment with a hold that lasts. Judged by status and hold, not by the flag. */
async function onceSold(reader: Reader, now: number): Promise<string[]> {
  const rows = await rowsOf<{ piece: string; orders: number; first: string; last: string }>(
    reader,
    sql`select order_items.listing_id as piece, count(*) as orders, min(orders.id) as first, max(orders.id) as last
      from ${itemsOfOrders}
      where ${isUnique} and (${owning} or (orders.status = 'pending' and orders.hold_expires_at > ${now} and exists (
        select 1 from holds where holds.listing_id = order_items.listing_id and holds.user_id = orders.user_id and holds.expires_at > ${now}
      )))
      group by order_items.listing_id having count(*) > 1`,
  );
  return rows.map(
    ({ piece, orders, first, last }) => `Piece ${piece} is in ${orders} live orders, ${first} and ${last} among them.`,
  );
}

async function soldWhenOwned(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ piece: string; status: string; id: string; orderStatus: string }>(
    reader,
    sql`select listings.id as piece, listings.status, orders.id, orders.status as "orderStatus"
      from order_items inner join orders on orders.id = order_items.order_id inner join listings on listings.id = order_items.listing_id
      where listings.is_unique = 1 and listings.status <> 'sold' and ${owning}`,
  );
  return rows.map(
    ({ piece, status, id, orderStatus }) => `Piece ${piece} is in order ${id} (${orderStatus}), yet it is ${status}.`,
  );
}

/**
 * A sold piece that no order owns was set so by an admin: the last change of its status in the audit says so. Orders
 * sell and free without an audit entry, but only pieces that an admin's last word did not make sold.
 */
async function ownedWhenSold(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ piece: string; before: string | null; after: string | null }>(
    reader,
    sql`select listings.id as piece, audit_entries.before, audit_entries.after
      from listings left join audit_entries on audit_entries.subject = listings.id
      where listings.is_unique = 1 and listings.status = 'sold' and not exists (
        select 1 from order_items inner join orders on orders.id = order_items.order_id
        where order_items.listing_id = listings.id and ${owning})
      order by listings.id, audit_entries.at desc`,
  );
  return [...Map.groupBy(rows, (row) => row.piece)].flatMap(([piece, entries]) => {
    const lastSet = entries.map(statusSetBy).find((status) => status !== null);
    return lastSet === 'sold' ? [] : [`Piece ${piece} is sold, but no order owns it and no admin set it so.`];
  });
}

const recordWithStatus = z.object({ status: z.string() }).nullable().catch(null);

/** Null: the entry did not touch the status. */
function statusSetBy({ before, after }: { before: string | null; after: string | null }): string | null {
  const [from, to] = [before, after].map((text) => recordWithStatus.parse(JSON.parse(text ?? 'null'))?.status);
  return to !== undefined && to !== from ? to : null;
}

/** The flag that the unique index goes by. A checkout's may still be set after its hold ran out, until the next claim. */
async function liveByStatus(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ piece: string; isLive: 0 | 1; id: string; status: string }>(
    reader,
    sql`select order_items.listing_id as piece, order_items.is_live as "isLive", orders.id, orders.status
      from order_items inner join orders on orders.id = order_items.order_id
      where (order_items.is_live = 0 and ${owning})
        or (order_items.is_live = 1 and not ${owning} and (orders.status <> 'pending' or orders.hold_expires_at is null))`,
  );
  return rows.map(
    ({ piece, isLive, id, status }) =>
      `Piece ${piece} of order ${id} (${status}) is ${isLive ? '' : 'not '}marked live.`,
  );
}
