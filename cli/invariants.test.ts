import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asCents } from '#contract/money.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { runHere, runProgram } from '#server/testing/programs.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { type Case, dropConstraints, expectReports, sellSome } from '#server/testing/violations.ts';
import { checkInvariants } from './invariants.ts';

onEachEngine('The invariants', (shop) => {
  const violations = () => checkInvariants(shop.shop.database.read, shop.shop.clock());

  it('hold in a shop that sells', async () => {
    const { ben } = await sellSome(shop);
    expect(await violations()).toEqual([]);
    shop.passTime(shop.shop.settings.holdMilliseconds + 1_000);
    expect(await violations(), 'after the holds have expired').toEqual([]);
    await shop.call('releaseHolds', { token: ben.token });
    expect(await violations()).toEqual([]);
  });

  it('report every violation in listings, orders, payments, holds and people', async () => {
    await expectReports(shop, cases);
  });

  it('are checked by a program while the shop is open', async () => {
    const { paid } = await sellSome(shop);
    expect(await runHere('cli/invariants.ts', [urlOf(shop)])).toEqual({ code: 0, output: 'OK\n' });
    const total_cents = asCents(7);
    await shop.shop.database.write((tx) =>
      tx.updateTable('orders').set({ total_cents }).where('id', '=', paid.id).execute(),
    );
    const { code, output } = await runProgram('cli/invariants.ts', [urlOf(shop)]);
    expect(code).toBe(1);
    expect(output).toContain(`Order ${paid.id} has a total of 0.07, its items and delivery sum to 150.00.\n`);
    expect(await runHere('cli/invariants.ts', [`file:${shop.directory}/none.db`])).toEqual({
      code: 2,
      output: 'The check was not possible: unable to open database file\n',
    });
  });
});

/** Adds an attempt to pay, and makes the order's payments belong to it. */
async function insertAttempt(
  tx: Writer,
  { order, user, cents, state }: { order: string; user: string; cents: number; state: 'captured' | 'released' },
): Promise<void> {
  await tx
    .insertInto('payment_attempts')
    .values({
      id: 'one',
      order_id: order,
      user_id: user,
      provider: 'stripe',
      amount_cents: asCents(cents),
      currency: 'AUD',
      is_live: 0,
      session_id: 'cs_1',
      intent_id: 'pi_1',
      state,
      url: '',
      expires_at: 0,
      check_at: null,
      check_tries: 0,
      readings: 0,
      error: '',
      created_at: 0,
      changed_at: 0,
    })
    .execute();
  await tx.updateTable('payments').set({ attempt_id: 'one' }).where('order_id', '=', order).execute();
}

const cases: readonly Case[] = [
  [
    'a listing in two orders that own it',
    async (tx, { moon, revived }) => {
      await sql`drop index one_live_order_per_unique_piece`.execute(tx);
      await sql`update order_items set listing_id = ${moon.id} where order_id = ${revived.id}`.execute(tx);
    },
    /^Piece moon is in 2 live orders/,
  ],
  [
    'a listing in two orders, one of them not marked live',
    (tx, { moon, revived }) =>
      sql`update order_items set listing_id = ${moon.id}, is_live = 0 where order_id = ${revived.id}`.execute(tx),
    /^Piece moon is in 2 live orders/,
  ],
  [
    'a listing sold while a checkout holds it',
    (tx, { wave, revived }) =>
      sql`update order_items set listing_id = ${wave.id}, is_live = 0 where order_id = ${revived.id}`.execute(tx),
    /^Piece wave is in 2 live orders/,
  ],
  [
    'an available listing that an order owns',
    (tx, { moon }) => tx.updateTable('listings').set({ status: 'available' }).where('id', '=', moon.id).execute(),
    /^Piece moon is in order .* \(paid\), yet it is available\.$/,
  ],
  [
    'a discontinued listing that an order owns',
    (tx, { moon }) => tx.updateTable('listings').set({ status: 'discontinued' }).where('id', '=', moon.id).execute(),
    /yet it is discontinued\.$/,
  ],
  [
    'a listing still sold after its order was cancelled',
    (tx) => tx.updateTable('listings').set({ status: 'sold' }).where('id', '=', 'carp').execute(),
    /^Piece carp is sold, but no order owns it and no admin set it to sold\.$/,
  ],
  [
    'a listing sold without an order or an audit entry',
    (tx, { kept }) => tx.deleteFrom('audit_entries').where('subject', '=', kept.id).execute(),
    /^Piece kept is sold, but/,
  ],
  [
    'an admin’s edit of a sold listing that did not change its status',
    async (tx, { paid, kept }) => {
      await sql`update audit_entries set before = after where subject = ${kept.id}`.execute(tx);
      await sql`delete from payments where order_id = ${paid.id}`.execute(tx);
    },
    /^Piece kept is sold, but/,
  ],
  [
    'an order that owns an item not marked live',
    (tx, { paid }) => tx.updateTable('order_items').set({ is_live: 0 }).where('order_id', '=', paid.id).execute(),
    /^Piece moon of order .* \(paid\) is not marked live\.$/,
  ],
  [
    'a cancelled order with an item marked live',
    (tx, { cancelled }) =>
      tx.updateTable('order_items').set({ is_live: 1 }).where('order_id', '=', cancelled.id).execute(),
    /^Piece carp of order .* \(cancelled\) is marked live\.$/,
  ],
  [
    'an admin’s pending order with an item marked live',
    (tx, { waiting }) => tx.updateTable('orders').set({ hold_expires_at: null }).where('id', '=', waiting).execute(),
    /^Piece wave of order .* \(pending\) is marked live\.$/,
  ],
  [
    'a total that differs from the sum of the items',
    (tx, { paid }) =>
      tx
        .updateTable('orders')
        .set({ total_cents: asCents(1) })
        .where('id', '=', paid.id)
        .execute(),
    /has a total of 0\.01, its items and delivery sum to 150\.00\.$/,
  ],
  [
    'an order without items',
    (tx, { paid }) => tx.deleteFrom('order_items').where('order_id', '=', paid.id).execute(),
    /has a total of 150\.00, its items and delivery sum to 0\.00\.$/,
  ],
  [
    'a paid order that was not charged',
    (tx, { paid }) => tx.deleteFrom('payments').where('order_id', '=', paid.id).execute(),
    /\(paid\) has payments of 0\.00 instead of 150\.00\.$/,
  ],
  [
    'a refund that nobody asks the processor for',
    (tx, { cancelled }) =>
      tx
        .updateTable('payments')
        .set({ state: 'pending' })
        .where('order_id', '=', cancelled.id)
        .where('kind', '=', 'refund')
        .execute(),
    /^A refund of order .* is pending, and no task asks the processor for it\.$/,
  ],
  [
    'a released attempt that still has a charge',
    (tx, { paid, anna }) => insertAttempt(tx, { order: paid.id, user: anna.id, cents: 15_000, state: 'released' }),
    /^Attempt one is released, yet its payments sum to 150\.00\.$/,
  ],
  [
    'an attempt that charged another amount than its own',
    (tx, { paid, anna }) => insertAttempt(tx, { order: paid.id, user: anna.id, cents: 9_900, state: 'captured' }),
    /^Attempt one is over 99\.00, and 150\.00 is charged for it\.$/,
  ],
  [
    'a cancelled order that was not refunded',
    (tx, { cancelled }) =>
      tx.deleteFrom('payments').where('order_id', '=', cancelled.id).where('kind', '=', 'refund').execute(),
    /\(cancelled\) has payments of 100\.00 instead of 0\.00\.$/,
  ],
  [
    'a refund before its charge',
    async (tx, { cancelled }) => {
      await sql`update payments set position = 9 where order_id = ${cancelled.id} and kind = 'charge'`.execute(tx);
    },
    /has been refunded 100\.00 more than was charged\.$/,
  ],
  [
    'a listing held twice',
    async (tx, { ben, crane }) => {
      await dropConstraints(tx, 'holds');
      await sql`insert into holds select listing_id, ${ben.id}, expires_at, first_held_at from holds where listing_id = ${crane.id}`.execute(
        tx,
      );
    },
    /^Piece crane is held 2 times\.$/,
  ],
  [
    'a hold on a listing that an order owns',
    (tx, { moon, crane }) => sql`update holds set listing_id = ${moon.id} where listing_id = ${crane.id}`.execute(tx),
    /^Piece moon is held, though it is sold\.$/,
  ],
  [
    'a hold on an edition',
    (tx, { tray, crane }) => sql`update holds set listing_id = ${tray.id} where listing_id = ${crane.id}`.execute(tx),
    /^Piece tray is held, though it is an edition\.$/,
  ],
  [
    'a hold on a discontinued listing',
    (tx, { old, crane }) => sql`update holds set listing_id = ${old.id} where listing_id = ${crane.id}`.execute(tx),
    /^Piece old is held, though it is discontinued\.$/,
  ],
  [
    'a hold on a listing that does not exist',
    async (tx, { crane }) => {
      await dropConstraints(tx, 'holds');
      await sql`update holds set listing_id = 'nothing' where listing_id = ${crane.id}`.execute(tx);
    },
    /^Piece nothing is held, though it does not exist\.$/,
  ],
  [
    'a pending checkout without its hold',
    (tx, { wave }) => tx.deleteFrom('holds').where('listing_id', '=', wave.id).execute(),
    /waits for its payment without holding piece wave\.$/,
  ],
  [
    'a session of a user who does not exist',
    async (tx, { anna }) => {
      await dropConstraints(tx, 'sessions');
      await sql`update sessions set user_id = 'nobody' where user_id = ${anna.id}`.execute(tx);
    },
    /^Session .* is of user nobody, who does not exist\.$/,
  ],
  [
    'a shop without an owner',
    (tx) => tx.updateTable('users').set({ role: 'staff' }).where('role', '=', 'owner').execute(),
    /^Nobody is an owner\.$/,
  ],
];

function urlOf({ shop: { settings } }: TestShop): string {
  return settings.database.engine === 'sqlite' ? `file:${settings.database.file}` : settings.database.url;
}
