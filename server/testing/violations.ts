import { sql } from 'kysely';
import { expect } from 'vitest';
import { refuse } from '#contract/errors.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { checkInvariants } from '../../cli/invariants.ts';
import type { TestShop } from './shop.ts';

/** A violation of an invariant, made on purpose, and the sentence that must report it. */
export type Case = readonly [
  name: string,
  violate: (tx: Writer, scenario: Scenario) => Promise<unknown>,
  sentence: RegExp,
];

type Scenario = Awaited<ReturnType<typeof sellSome>>;

/** Makes each violation, expects that it is reported, and rolls it back. At the end no invariant may be violated. */
export async function expectReports(shop: TestShop, cases: readonly Case[]): Promise<void> {
  const { clock, database } = shop.shop;
  const scenario = await sellSome(shop);
  for (const [name, violate, sentence] of cases) {
    await database.write(async (tx) => {
      await violate(tx, scenario);
      expect(await checkInvariants(tx, clock()), name).toContainEqual(expect.stringMatching(sentence));
      // The refusal rolls the violation back.
      return refuse('internalError');
    });
  }
  expect(await checkInvariants(database.read, clock())).toEqual([]);
}

/** Makes orders in several statuses, an edition, a listing that an admin set to sold, a deleted one, a hold, a pending checkout. */
export async function sellSome(shop: TestShop) {
  const [admin, anna, ben] = [await shop.admin(), await shop.customer('Anna'), await shop.customer('Ben')];
  const listing = (name: string, details = {}) => shop.listing(name, details);
  const setStatus = (id: string, status: string) =>
    shop.call('setOrderStatus', { token: admin.token, params: { id }, body: { status } });

  const moon = await listing('Moon');
  const tray = await listing('Tray', { unique: false, price: 50 });
  const paid = await shop.buy(anna, moon, tray);
  const cancelled = await shop.buy(anna, await listing('Carp'));
  await setStatus(cancelled.id, 'cancelled');
  const revived = await shop.buy(ben, await listing('Pond'));
  await setStatus(revived.id, 'pending');
  await setStatus(revived.id, 'delivered');
  const gone = await listing('Gone');
  await shop.buy(ben, gone);
  await shop.call('deleteProduct', { token: admin.token, params: { id: gone.id } });

  const kept = await listing('Kept');
  await shop.call('updateProduct', { token: admin.token, params: { id: kept.id }, body: { sold: true } });
  await shop.call('updateProduct', { token: admin.token, params: { id: kept.id }, body: { story: 'The first one.' } });
  await listing('Always sold', { status: 'sold' });
  const old = await listing('Old');
  await shop.call('updateProduct', { token: admin.token, params: { id: old.id }, body: { status: 'discontinued' } });

  const wave = await listing('Wave');
  const { body } = await shop.call('createCheckout', {
    token: ben.token,
    body: { items: [{ listingId: wave.id, price: wave.price }] },
  });
  const crane = await listing('Crane');
  await shop.call('holdPieces', { token: anna.token, body: { listingIds: [crane.id] } });
  return { anna, ben, moon, tray, kept, old, wave, crane, paid, cancelled, revived, waiting: body.orderId };
}

/** Replaces a table with a copy without keys, so that a row can violate them. */
export async function dropConstraints(
  tx: Writer,
  table: 'holds' | 'sessions' | 'invoices' | 'adjustment_notes' | 'shipment_items' | 'reservations',
): Promise<void> {
  await sql`create table loose as select * from ${sql.table(table)}`.execute(tx);
  await tx.schema.dropTable(table).execute();
  await tx.schema.alterTable('loose').renameTo(table).execute();
}
