import { sql } from 'kysely';
import { asCents, type Cents } from '#contract/money.ts';
import { isOpenReturn, returnStates } from '#contract/states.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { type Check, formatAmount, isOwning, runQuery, signedAmount } from './check.ts';

export const orderChecks: readonly Check[] = [
  totalsMatchItems,
  totalsMatchPayments,
  neverOverRefunded,
  invoiceNumbersAreUnique,
  shippedOrdersAreComplete,
  shipmentItemsAreInOrders,
  noteNumbersAreUnique,
  taxPapersMatchTotals,
  notesHaveTaxInvoices,
  returnItemsMatchTheirReturn,
];

async function totalsMatchItems(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ id: string; total: Cents; sum: Cents }>(
    reader,
    sql`select orders.id, orders.total_cents as total, orders.delivery_cents + coalesce(items.sum, 0) as sum
      from orders left join (select order_id, sum(price_cents) as sum from order_items group by order_id) items on items.order_id = orders.id
      where orders.total_cents <> orders.delivery_cents + coalesce(items.sum, 0)`,
  );
  return rows.map(
    ({ id, total, sum }) =>
      `Order ${id} has a total of ${formatAmount(total)}, its items and delivery sum to ${formatAmount(sum)}.`,
  );
}

/** Cents: what an order's payments, or its tax invoice with the adjustment notes, must sum to. */
const expectedTotal = sql`case when ${isOwning} then orders.total_cents else 0 end`;

async function totalsMatchPayments(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ id: string; status: string; expected: Cents; paid: Cents }>(
    reader,
    sql`select orders.id, orders.status, ${expectedTotal} as expected, coalesce(record.paid, 0) as paid
      from orders left join (select order_id, sum(${signedAmount}) as paid from payments group by order_id) record on record.order_id = orders.id
      where coalesce(record.paid, 0) <> ${expectedTotal}`,
  );
  return rows.map(
    ({ id, status, expected, paid }) =>
      `Order ${id} (${status}) has payments of ${formatAmount(paid)} instead of ${formatAmount(expected)}.`,
  );
}

async function neverOverRefunded(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ id: string; lowest: Cents }>(
    reader,
    sql`select id, min(balance) as lowest from (
        select payments.order_id as id, sum(${signedAmount}) over (partition by payments.order_id order by payments.position) as balance
        from payments) balances
      where balance < 0 group by id`,
  );
  return rows.map(
    ({ id, lowest }) => `Order ${id} has been refunded ${formatAmount(asCents(-lowest))} more than was charged.`,
  );
}

async function invoiceNumbersAreUnique(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ number: string; invoices: number }>(
    reader,
    sql`select number, count(*) as invoices from invoices group by number having count(*) > 1`,
  );
  return rows.map(({ number, invoices }) => `Invoice number ${number} was given ${invoices} times.`);
}

/** An order with shipments is shipped or delivered exactly when all its pieces have left. */
async function shippedOrdersAreComplete(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ id: string; status: string; unsent: number }>(
    reader,
    sql`select orders.id, orders.status, count(case when shipment_items.listing_id is null then 1 end) as unsent
      from orders join order_items on order_items.order_id = orders.id
      left join shipment_items on shipment_items.order_id = order_items.order_id and shipment_items.listing_id = order_items.listing_id
      where orders.id in (select order_id from shipments) and orders.status <> 'cancelled'
      group by orders.id, orders.status
      having (count(case when shipment_items.listing_id is null then 1 end) = 0) <> (orders.status in ('shipped', 'delivered'))`,
  );
  return rows.map(
    ({ id, status, unsent }) => `Order ${id} is ${status}, and ${unsent} of its pieces are in no shipment.`,
  );
}

async function shipmentItemsAreInOrders(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ id: string; listing: string }>(
    reader,
    sql`select shipment_items.shipment_id as id, shipment_items.listing_id as listing from shipment_items
      left join order_items on order_items.order_id = shipment_items.order_id and order_items.listing_id = shipment_items.listing_id
      left join shipments on shipments.id = shipment_items.shipment_id and shipments.order_id = shipment_items.order_id
      where order_items.order_id is null or shipments.id is null`,
  );
  return rows.map(({ id, listing }) => `Shipment ${id} has the piece ${listing}, which is not in its order.`);
}

async function noteNumbersAreUnique(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ number: string; notes: number }>(
    reader,
    sql`select number, count(*) as notes from adjustment_notes group by number having count(*) > 1`,
  );
  return rows.map(({ number, notes }) => `Adjustment note ${number} was given ${notes} times.`);
}

/** A tax invoice and its adjustment notes sum to what the order costs now. */
async function taxPapersMatchTotals(reader: Reader): Promise<string[]> {
  const said = sql`invoices.total_cents + coalesce(notes.sum, 0)`;
  const rows = await runQuery<{ id: string; status: string; expected: Cents; said: Cents }>(
    reader,
    sql`select orders.id, orders.status, ${expectedTotal} as expected, ${said} as said
      from orders join invoices on invoices.order_id = orders.id and invoices.tax <> ''
      left join (select order_id, sum(difference_cents) as sum from adjustment_notes group by order_id) notes on notes.order_id = orders.id
      where ${said} <> ${expectedTotal}`,
  );
  return rows.map(
    ({ id, status, expected, said }) =>
      `Order ${id} (${status}) has a tax invoice and notes of ${formatAmount(said)} instead of ${formatAmount(expected)}.`,
  );
}

async function notesHaveTaxInvoices(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ number: string; order_id: string }>(
    reader,
    sql`select number, order_id from adjustment_notes
      where not exists (select 1 from invoices where invoices.order_id = adjustment_notes.order_id and invoices.tax <> '')`,
  );
  return rows.map(({ number, order_id }) => `Adjustment note ${number} of order ${order_id} has no tax invoice.`);
}

const isOpen = sql`returns.state in (${sql.join(returnStates.filter(isOpenReturn))})`;

/** The items of a return are open exactly while the return is: the unique index on open items allows no second return of them. */
async function returnItemsMatchTheirReturn(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ id: string; state: string }>(
    reader,
    sql`select distinct returns.id, returns.state from returns
      left join return_items on return_items.return_id = returns.id
      where coalesce(return_items.is_open, -1) <> case when ${isOpen} then 1 else 0 end
        or return_items.order_id <> returns.order_id`,
  );
  return rows.map(
    ({ id, state }) =>
      `Return ${id} is ${state}, but its items are missing, of another order, or wrongly open or closed.`,
  );
}
