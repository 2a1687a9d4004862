import { sql } from 'kysely';
import { it } from 'vitest';
import { asCents, type Cents } from '#contract/money.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { type Case, dropConstraints, expectReports } from '#server/testing/violations.ts';

onEachEngine('The invariants of papers, shipments, returns and reservations', (shop) => {
  it('report every violation', async () => {
    await expectReports(shop, cases);
  });
});

const invoice = { issue: 1, number: '2026-1', issued_at: 0, words: '', tax: '', total_cents: null, gst_cents: null };
const note = {
  issue: 1,
  number: 'A-1',
  issued_at: 0,
  reason: '',
  difference_cents: asCents(-500),
  gst_difference_cents: asCents(0),
  tax: '{}',
};
const shipment = { id: 'one', carrier: 'Post', number: '', shipped_at: 0, delivered_at: null, created_at: 0 };
const returned = {
  id: 'one',
  reason: '',
  note: '',
  created_at: 0,
  changed_at: 0,
  refund_cents: null,
  is_withdrawn: 0,
} as const;

/** Turns the invoice of an order into a tax invoice over `total`. */
async function makeTaxInvoice(tx: Writer, orderId: string, total: Cents): Promise<void> {
  const values = { tax: '{}', total_cents: total, gst_cents: asCents(0) };
  await tx.updateTable('invoices').set(values).where('order_id', '=', orderId).execute();
}

const cases: readonly Case[] = [
  [
    'an invoice number given twice',
    async (tx, { paid, revived }) => {
      await dropConstraints(tx, 'invoices');
      for (const { id } of [paid, revived])
        await tx
          .insertInto('invoices')
          .values({ ...invoice, order_id: id })
          .execute();
    },
    /^Invoice number 2026-1 was given 2 times\.$/,
  ],
  [
    'a tax invoice that differs from the total of its order',
    (tx, { paid }) => makeTaxInvoice(tx, paid.id, asCents(14_000)),
    /\(paid\) has a tax invoice and notes of 140\.00 instead of 150\.00\.$/,
  ],
  [
    'an adjustment note whose difference is not in the total of its order',
    async (tx, { paid }) => {
      await makeTaxInvoice(tx, paid.id, asCents(15_000));
      await tx
        .insertInto('adjustment_notes')
        .values({ ...note, order_id: paid.id })
        .execute();
    },
    /\(paid\) has a tax invoice and notes of 145\.00 instead of 150\.00\.$/,
  ],
  [
    'an adjustment note without a tax invoice',
    (tx, { paid }) =>
      tx
        .insertInto('adjustment_notes')
        .values({ ...note, order_id: paid.id })
        .execute(),
    /^Adjustment note A-1 of order .* has no tax invoice\.$/,
  ],
  [
    'an adjustment note number given twice',
    async (tx, { paid, revived }) => {
      await dropConstraints(tx, 'adjustment_notes');
      for (const { id } of [paid, revived])
        await tx
          .insertInto('adjustment_notes')
          .values({ ...note, order_id: id })
          .execute();
    },
    /^Adjustment note A-1 was given 2 times\.$/,
  ],
  [
    'a shipped order with a piece that is in no shipment',
    async (tx, { paid, moon }) => {
      await tx
        .insertInto('shipments')
        .values({ ...shipment, order_id: paid.id })
        .execute();
      await tx
        .insertInto('shipment_items')
        .values({ shipment_id: shipment.id, order_id: paid.id, listing_id: moon.id })
        .execute();
      await tx.updateTable('orders').set({ status: 'shipped' }).where('id', '=', paid.id).execute();
    },
    /is shipped, and 1 of its pieces are in no shipment\.$/,
  ],
  [
    'a shipment with a piece of another order',
    async (tx, { paid, revived }) => {
      await dropConstraints(tx, 'shipment_items');
      await tx
        .insertInto('shipments')
        .values({ ...shipment, order_id: revived.id })
        .execute();
      await sql`insert into shipment_items (shipment_id, order_id, listing_id)
        select ${shipment.id}, ${revived.id}, listing_id from order_items where order_id = ${paid.id}`.execute(tx);
    },
    /^Shipment one has the piece moon, which is not in its order\.$/,
  ],
  [
    'an open return without pieces',
    (tx, { revived }) =>
      tx
        .insertInto('returns')
        .values({ ...returned, order_id: revived.id, state: 'requested' })
        .execute(),
    /^Return one is requested, but its items are missing/,
  ],
  [
    'a closed return whose piece is still open',
    async (tx, { paid, moon }) => {
      await tx
        .insertInto('returns')
        .values({ ...returned, order_id: paid.id, state: 'closed' })
        .execute();
      await tx
        .insertInto('return_items')
        .values({ return_id: 'one', listing_id: moon.id, order_id: paid.id, name: 'Moon', position: 0, is_open: 1 })
        .execute();
    },
    /^Return one is closed, but its items are .* wrongly open or closed\.$/,
  ],
  [
    'a listing that two sources reserve',
    async (tx, { kept, anna, ben }) => {
      await dropConstraints(tx, 'reservations');
      await tx
        .insertInto('reservations')
        .values([
          { listing_id: kept.id, until_at: 1e15, user_id: anna.id, source: 'offer', price_cents: null },
          { listing_id: kept.id, until_at: 1e15, user_id: ben.id, source: 'room', price_cents: null },
        ])
        .execute();
    },
    /^Piece kept is reserved, though it cannot be\.$/,
  ],
  [
    'a reserved edition',
    (tx, { tray, anna }) =>
      tx
        .insertInto('reservations')
        .values({ listing_id: tray.id, until_at: 1e15, user_id: anna.id, source: 'offer', price_cents: null })
        .execute(),
    /^Piece tray is reserved, though it cannot be\.$/,
  ],
];
