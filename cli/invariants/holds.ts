import { sql } from 'kysely';
import type { Reader } from '#server/platform/database/database.ts';
import { type Check, isOwning, runQuery } from './check.ts';

export const holdChecks: readonly Check[] = [heldOnce, heldListingsAreFree, checkoutsHaveHolds, reservedOnce];

async function heldOnce(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ listing: string; holds: number }>(
    reader,
    sql`select listing_id as listing, count(*) as holds from holds group by listing_id having count(*) > 1`,
  );
  return rows.map(({ listing, holds }) => `Piece ${listing} is held ${holds} times.`);
}

/** An admin may set a held listing to sold, but an order that owns a listing ends its hold. */
async function heldListingsAreFree(reader: Reader, now: number): Promise<string[]> {
  const rows = await runQuery<{ listing: string; status: string | null; isUnique: 0 | 1 | null }>(
    reader,
    sql`select holds.listing_id as listing, listings.status, listings.is_unique as "isUnique"
      from holds left join listings on listings.id = holds.listing_id
      where holds.expires_at > ${now} and (listings.id is null or listings.is_unique = 0 or listings.status = 'discontinued' or exists (
        select 1 from order_items inner join orders on orders.id = order_items.order_id
        where order_items.listing_id = holds.listing_id and ${isOwning}))`,
  );
  return rows.map(({ listing, status, isUnique: unique }) => {
    const state = status === null ? 'it does not exist' : unique === 0 ? 'it is an edition' : `it is ${status}`;
    return `Piece ${listing} is held, though ${state}.`;
  });
}

/** A pending checkout holds its listings. Orders of deleted users are left out: their holds were deleted too. */
async function checkoutsHaveHolds(reader: Reader, now: number): Promise<string[]> {
  const rows = await runQuery<{ listing: string; id: string }>(
    reader,
    sql`select order_items.listing_id as listing, orders.id
      from orders inner join order_items on order_items.order_id = orders.id inner join users on users.id = orders.user_id
        inner join listings on listings.id = order_items.listing_id
      where orders.status = 'pending' and orders.hold_expires_at > ${now} and order_items.is_live = 1 and listings.is_unique = 1
        and not exists (select 1 from holds where holds.listing_id = order_items.listing_id and holds.user_id = orders.user_id
          and holds.expires_at >= orders.hold_expires_at)`,
  );
  return rows.map(({ listing, id }) => `Order ${id} waits for its payment without holding piece ${listing}.`);
}

/**
 * All reservations of a listing that have not ended are of one source, and the listing is unique and not discontinued. It may be sold,
 * because it can become available again before they end.
 */
async function reservedOnce(reader: Reader, now: number): Promise<string[]> {
  const rows = await runQuery<{ listing: string }>(
    reader,
    sql`select reservations.listing_id as listing
      from reservations left join listings on listings.id = reservations.listing_id
      where reservations.until_at > ${now}
      group by reservations.listing_id
      having count(distinct reservations.source) > 1 or max(listings.is_unique) is null or max(listings.is_unique) = 0
        or max(listings.status) = 'discontinued'`,
  );
  return rows.map(({ listing }) => `Piece ${listing} is reserved, though it cannot be.`);
}
