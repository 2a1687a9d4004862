// What must be true of the shop's database at every instant and after any crash (CONTRACT.md, Invariants).
//
//   node tools/invariants.ts [DATABASE_URL]      prints OK, or one sentence per violation; exits with 0 or 1
//
// Reads only, of one moment, and may be run while the shop is open.
import BetterSqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, type RawBuilder, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { formatCents } from '#contract/money.ts';
import { owningStatuses } from '#contract/states.ts';
import type { Reader } from '#server/database/database.ts';
import type { Tables } from '#server/database/tables.ts';
import { parseSettings, type Settings } from '#server/settings.ts';

/**
 * One sentence per violation, none when all is well. `now`, epoch milliseconds: what holds and checkouts are judged by; no
 * earlier than the moment that `reader` sees. Every rule is one statement, so a change between two of them alarms nobody.
 */
export async function checkInvariants(reader: Reader, now: number): Promise<string[]> {
  const violations: string[][] = [];
  for (const check of checks) violations.push(await check(reader, now));
  return violations.flat();
}

const checks: readonly ((reader: Reader, now: number) => Promise<string[]>)[] = [
  onceSold,
  soldWhenOwned,
  ownedWhenSold,
  liveByStatus,
  totalOfItems,
  totalOfPayments,
  neverOverRefunded,
  heldOnce,
  heldWhenFree,
  heldWhileWaiting,
  sessionOfUser,
  someAdmin,
  numberedOnce,
];

const owning = sql`orders.status in (${sql.join(owningStatuses)})`;
/** As its listing says, or as it was when it was bought where the listing is gone. */
const isUnique = sql`coalesce(listings.is_unique, order_items.is_unique) = 1`;
const itemsOfOrders = sql`order_items inner join orders on orders.id = order_items.order_id left join listings on listings.id = order_items.listing_id`;

/** Live: owned, or waiting for its payment with a hold that lasts. Judged by status and hold, not by the flag. */
async function onceSold(reader: Reader, now: number): Promise<string[]> {
  const rows = await ask<{ piece: string; orders: number; first: string; last: string }>(
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
  const rows = await ask<{ piece: string; status: string; id: string; orderStatus: string }>(
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
 * A sold piece that no order owns was set so by an admin: the last change of its status that the audit kept says so. Orders
 * sell and free without an audit entry, but only pieces that an admin's last word did not make sold. A piece of the demo may
 * have come sold, if no order ever had it.
 */
async function ownedWhenSold(reader: Reader): Promise<string[]> {
  const rows = await ask<{ piece: string; cameSold: 0 | 1; before: string | null; after: string | null }>(
    reader,
    sql`select listings.id as piece, audit_entries.before, audit_entries.after,
        case when listings.is_demo = 1 and not exists (select 1 from order_items where order_items.listing_id = listings.id)
          then 1 else 0 end as "cameSold"
      from listings left join audit_entries on audit_entries.subject = listings.id
      where listings.is_unique = 1 and listings.status = 'sold' and not exists (
        select 1 from order_items inner join orders on orders.id = order_items.order_id
        where order_items.listing_id = listings.id and ${owning})
      order by listings.id, audit_entries.at desc`,
  );
  return [...Map.groupBy(rows, (row) => row.piece)].flatMap(([piece, entries]) => {
    const lastSet = entries.map(statusSetBy).find((status) => status !== null);
    const isExplained = lastSet === 'sold' || (lastSet === undefined && entries[0]?.cameSold === 1);
    return isExplained ? [] : [`Piece ${piece} is sold, but no order owns it and no admin set it so.`];
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
  const rows = await ask<{ piece: string; isLive: 0 | 1; id: string; status: string }>(
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

async function totalOfItems(reader: Reader): Promise<string[]> {
  const rows = await ask<{ id: string; total: number; sum: number }>(
    reader,
    sql`select orders.id, orders.total_cents as total, coalesce(items.sum, 0) as sum
      from orders left join (select order_id, sum(price_cents) as sum from order_items group by order_id) items on items.order_id = orders.id
      where orders.total_cents <> coalesce(items.sum, 0)`,
  );
  return rows.map(
    ({ id, total, sum }) => `Order ${id} has a total of ${formatCents(total)}, its items sum to ${formatCents(sum)}.`,
  );
}

const signedAmount = sql`case payments.kind when 'charge' then payments.amount_cents else -payments.amount_cents end`;

async function totalOfPayments(reader: Reader): Promise<string[]> {
  const expected = sql`case when ${owning} then orders.total_cents else 0 end`;
  const rows = await ask<{ id: string; status: string; expected: number; paid: number }>(
    reader,
    sql`select orders.id, orders.status, ${expected} as expected, coalesce(record.paid, 0) as paid
      from orders left join (select order_id, sum(${signedAmount}) as paid from payments group by order_id) record on record.order_id = orders.id
      where coalesce(record.paid, 0) <> ${expected}`,
  );
  return rows.map(
    ({ id, status, expected, paid }) =>
      `Order ${id} (${status}) has payments of ${formatCents(paid)} instead of ${formatCents(expected)}.`,
  );
}

async function neverOverRefunded(reader: Reader): Promise<string[]> {
  const rows = await ask<{ id: string; lowest: number }>(
    reader,
    sql`select id, min(balance) as lowest from (
        select payments.order_id as id, sum(${signedAmount}) over (partition by payments.order_id order by payments.position) as balance
        from payments) balances
      where balance < 0 group by id`,
  );
  return rows.map(({ id, lowest }) => `Order ${id} has been refunded more than was charged: ${formatCents(lowest)}.`);
}

async function heldOnce(reader: Reader): Promise<string[]> {
  const rows = await ask<{ piece: string; holds: number }>(
    reader,
    sql`select listing_id as piece, count(*) as holds from holds group by listing_id having count(*) > 1`,
  );
  return rows.map(({ piece, holds }) => `Piece ${piece} is held ${holds} times.`);
}

/** An admin may set a piece sold over a hold; an order that owns it has ended the hold. */
async function heldWhenFree(reader: Reader, now: number): Promise<string[]> {
  const rows = await ask<{ piece: string; status: string | null; isUnique: 0 | 1 | null }>(
    reader,
    sql`select holds.listing_id as piece, listings.status, listings.is_unique as "isUnique"
      from holds left join listings on listings.id = holds.listing_id
      where holds.expires_at > ${now} and (listings.id is null or listings.is_unique = 0 or listings.status = 'discontinued' or exists (
        select 1 from order_items inner join orders on orders.id = order_items.order_id
        where order_items.listing_id = holds.listing_id and ${owning}))`,
  );
  return rows.map(({ piece, status, isUnique: unique }) => {
    const state = status === null ? 'it does not exist' : unique === 0 ? 'it is an edition' : `it is ${status}`;
    return `Piece ${piece} is held, though ${state}.`;
  });
}

/** A checkout that has not let its piece go holds it; with a deleted buyer the holds went. */
async function heldWhileWaiting(reader: Reader, now: number): Promise<string[]> {
  const rows = await ask<{ piece: string; id: string }>(
    reader,
    sql`select order_items.listing_id as piece, orders.id
      from orders inner join order_items on order_items.order_id = orders.id inner join users on users.id = orders.user_id
        inner join listings on listings.id = order_items.listing_id
      where orders.status = 'pending' and orders.hold_expires_at > ${now} and order_items.is_live = 1 and listings.is_unique = 1
        and not exists (select 1 from holds where holds.listing_id = order_items.listing_id and holds.user_id = orders.user_id
          and holds.expires_at >= orders.hold_expires_at)`,
  );
  return rows.map(({ piece, id }) => `Order ${id} waits for its payment without holding piece ${piece}.`);
}

async function sessionOfUser(reader: Reader): Promise<string[]> {
  const rows = await ask<{ id: string; userId: string }>(
    reader,
    sql`select sessions.id, sessions.user_id as "userId"
      from sessions left join users on users.id = sessions.user_id where users.id is null`,
  );
  return rows.map(({ id, userId }) => `Session ${id} is of user ${userId}, who does not exist.`);
}

async function someAdmin(reader: Reader): Promise<string[]> {
  const rows = await ask<{ id: string }>(reader, sql`select id from users where is_admin = 1 limit 1`);
  return rows.length > 0 ? [] : ['Nobody is an admin.'];
}

async function numberedOnce(reader: Reader): Promise<string[]> {
  const rows = await ask<{ number: string; invoices: number }>(
    reader,
    sql`select number, count(*) as invoices from invoices group by number having count(*) > 1`,
  );
  return rows.map(({ number, invoices }) => `Invoice number ${number} was given ${invoices} times.`);
}

async function ask<Row>(reader: Reader, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await query.$castTo<Row>().execute(reader)).rows;
}

/** The exit code: 0 all is well, 1 something is violated, 2 it could not be looked at. */
async function main(databaseUrl: string | undefined): Promise<number> {
  try {
    const settings = parseSettings({ ...process.env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
    const violations = await checkBeside(settings.database);
    console.log(violations.length === 0 ? 'OK' : violations.join('\n'));
    return violations.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(`The database cannot be read: ${error instanceof Error ? error.message : error}`);
    return 2;
  }
}

async function checkBeside(database: Settings['database']): Promise<string[]> {
  const connection = openForReading(database);
  try {
    const snapshot = connection.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return await snapshot.execute(async (reader) => {
      // The first statement fixes the moment that is seen; the clock is asked after it.
      await sql`select revision from catalog_revision`.execute(reader);
      return checkInvariants(reader, Date.now());
    });
  } finally {
    await connection.destroy();
  }
}

/** Beside the shop that owns it: nothing is migrated, written or locked. */
function openForReading(database: Settings['database']): Kysely<Tables> {
  if (database.engine === 'sqlite') {
    const file = new BetterSqlite(database.file, { readonly: true, fileMustExist: true });
    return new Kysely({ dialect: new SqliteDialect({ database: file }) });
  }
  const pool = new pg.Pool({ connectionString: database.url, max: 1, types: { getTypeParser } });
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/** Sums and counts come as text from the driver. */
function getTypeParser(oid: number) {
  const isWholeNumber = oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC;
  return isWholeNumber ? Number : pg.types.getTypeParser(oid, 'text');
}

if (import.meta.main) process.exitCode = await main(process.argv[2]);
