import { csvText } from '#contract/csv.ts';
import { asCents, type Cents, fromCents } from '#contract/money.ts';
import { parseTaxPaper, selectPapersOf } from '#server/features/invoices/invoices.ts';
import { snapshotOf, taxOfItem } from '#server/features/orders/orders.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Shop } from '#server/shop.ts';
import {
  type GstDue,
  type GstEvent,
  type GstPart,
  gstDues,
  gstEventsOf,
  gstParts,
  type IssuedPaper,
} from './gst-events.ts';
import { type Period, selectOrdersWithMoney, selectPaymentsOf, selectSoldWithTax } from './reports.queries.ts';

/** Days of the shop's time zone, both included. */
export interface Days {
  from: string;
  to: string;
}

const columnTitles: Readonly<Record<GstPart | GstDue, string>> = {
  own: 'Taxable sales',
  registeredOwner: 'Consigned, owner registered',
  consigned: 'Consigned, owner not registered',
  export: 'Export, GST-free',
  deliveryTaxable: 'Delivery, taxable',
  deliveryFree: 'Delivery, no GST',
  withoutTaxInvoice: 'Without tax invoice',
  gst: 'GST',
  gstOfOwners: 'GST of registered owners',
  commission: 'Commission',
  gstOnCommission: 'GST on commission',
};

/** How many orders are read at once. */
const batch = 500;

/** Each payment, refund and adjustment of the period as a row of CSV, with its parts and its GST (docs/behaviour/tax.md, 11). */
export async function gstReport(shop: Shop, days: Days): Promise<string> {
  const { read } = shop.database;
  const { timeZone, currency } = shop.settings;
  const period = periodOf(days, timeZone);
  const ids = await selectOrdersWithMoney(read, period);
  const rows: { at: number; cells: (string | number)[] }[] = [];
  for (let start = 0; start < ids.length; start += batch) {
    for (const [orderId, events] of await eventsOfOrders(read, ids.slice(start, start + batch)))
      for (const event of events.filter(({ at }) => at >= period.from && at < period.until))
        rows.push({ at: event.at, cells: cellsOf(event, orderId, timeZone) });
  }
  // The sort is stable, so at the same time orders stay in the order of their ids.
  rows.sort((a, b) => a.at - b.at);
  const head = ['Date', 'Order', 'Paper', 'Event', 'Method', `Amount, ${currency}`];
  const titles = [...gstParts, ...gstDues].map((key) => columnTitles[key]);
  return csvText([[...head, ...titles], ...rows.map(({ cells }) => cells)]);
}

type Payment = Awaited<ReturnType<typeof selectPaymentsOf>>[number] & { cents: Cents };

async function eventsOfOrders(reader: Reader, ids: readonly string[]): Promise<[string, GstEvent<Payment>[]][]> {
  const payments = (await selectPaymentsOf(reader, ids)).map(
    (payment): Payment => ({
      ...payment,
      cents: payment.kind === 'charge' ? payment.amount_cents : asCents(-payment.amount_cents),
    }),
  );
  const { invoices, notes } = await selectPapersOf(reader, ids);
  const papers = [...invoices, ...notes].map(({ order_id, number, issued_at, tax }) => ({
    orderId: order_id,
    issued: { number, at: issued_at, paper: parseTaxPaper(tax) } satisfies IssuedPaper,
  }));
  const papersOf = Map.groupBy(papers, ({ orderId }) => orderId);
  const paymentsOf = Map.groupBy(payments, ({ order_id }) => order_id);
  return ids.map((id) => {
    const issued = (papersOf.get(id) ?? []).map((paper) => paper.issued);
    return [id, gstEventsOf(paymentsOf.get(id) ?? [], issued)];
  });
}

function cellsOf(event: GstEvent<Payment>, orderId: string, timeZone: string): (string | number)[] {
  const { at, money, number, figures } = event;
  const kind = money === null ? 'Adjustment' : money.kind === 'charge' ? 'Payment' : 'Refund';
  const amounts = [money?.cents ?? asCents(0), ...[...gstParts, ...gstDues].map((key) => figures[key])];
  return [dayOf(at, timeZone), orderId, number, kind, money?.method ?? '', ...amounts.map(fromCents)];
}

/** The lowest price of a resale that is reported, cents. */
const reportedFrom = 100_000;
const royaltyPercent = 5;
/** The law has applied since the next day. If the owner acquired the piece on this day or before, the first resale owes no royalty. */
const lastDayBeforeLaw = '2010-06-08';
const daysToReport = 90;

/** Each resale of the period from A$1,000 as a row of CSV (docs/behaviour/tax.md, 13). */
export async function resaleReport(shop: Shop, days: Days): Promise<string> {
  const { timeZone, currency } = shop.settings;
  const sold = await selectSoldWithTax(shop.database.read, periodOf(days, timeZone));
  const resales = sold
    .map((item) => ({ ...item, listing: snapshotOf(item), facts: taxOfItem(item) }))
    .filter(({ facts, price_cents }) => facts.resale && price_cents >= reportedFrom);
  const head = ['Date', 'Order', 'Piece', 'Artist', 'Owner', 'Acquired on', `Price, ${currency}`];
  const rows = resales.map(({ id, issued_at, price_cents, listing, facts }) => {
    const { isPayable, words } = royaltyOf(facts.acquiredOn);
    const royalty = isPayable ? fromCents(asCents(Math.round((price_cents * royaltyPercent) / 100))) : 0;
    return [
      ...[dayOf(issued_at, timeZone), id, listing.name, listing.artist, facts.consignor, facts.acquiredOn ?? ''],
      ...[fromCents(price_cents), words, royalty, reportBy(issued_at, timeZone)],
    ];
  });
  return csvText([[...head, 'Royalty', `Royalty of ${royaltyPercent} %`, 'Report by'], ...rows]);
}

function royaltyOf(acquiredOn: string | null): { isPayable: boolean; words: string } {
  if (acquiredOn === null) return { isPayable: true, words: 'Unknown: no date of acquisition' };
  if (acquiredOn <= lastDayBeforeLaw)
    return { isPayable: false, words: 'No: first change of hands since the law began' };
  return { isPayable: true, words: 'Yes' };
}

const dayOf = (at: number, timeZone: string) => localDay(at, timeZone).toString();
const reportBy = (at: number, timeZone: string) => localDay(at, timeZone).add({ days: daysToReport }).toString();

function periodOf({ from, to }: Days, timeZone: string): Period {
  const begin = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds;
  return { from: begin(Temporal.PlainDate.from(from)), until: begin(Temporal.PlainDate.from(to).add({ days: 1 })) };
}
