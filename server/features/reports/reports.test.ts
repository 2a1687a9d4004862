import { expect, it } from 'vitest';
import type { Listing, NewListing } from '#contract/catalog.ts';
import type { Person } from '#server/testing/people.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';

const person = { firstName: 'Anna', lastName: 'Tran', email: 'anna@example.com', phone: '0400 000 000' };
const sydney = { ...person, address: '14 Foundry Lane', city: 'Marrickville', state: 'NSW', postcode: '2204' };
const paris = { ...person, address: '2 rue de la Paix', city: 'Paris', country: 'FR', state: '', postcode: '75002' };
const always = { from: '2000-01-01', to: '2099-12-31' };

onEachEngine('The reports for the accountant', reports);

function reports(shop: TestShop): void {
  const listing = async (linh: Person, name: string, price: number, details: Partial<NewListing> = {}) =>
    (await shop.call('addProduct', { token: linh.token, body: { name, price, ...details } })).body.product;
  async function sell({ token }: Person, listings: readonly Listing[], delivery: object = sydney) {
    const items = listings.map(({ id, price }) => ({ listingId: id, price }));
    const { orderId } = (await shop.call('createCheckout', { token, body: { items, delivery } })).body;
    await shop.call('confirmPayment', { token, body: { orderId, listingIds: listings.map(({ id }) => id) } });
    return orderId;
  }
  async function rowsOf(name: 'getGstReport' | 'getResaleReport', { token }: Person, query = always) {
    const { status, raw, headers } = await shop.call(name, { token, query });
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head = [], ...rows] = raw.toString().slice(1).trim().split('\r\n').map(cellsOf);
    return rows.map((row) => Object.fromEntries(head.map((title, index) => [title, row[index] ?? ''])));
  }
  /** Splits a line of CSV. In these tests no cell has a quote, and every comma inside of a cell is followed by a space. */
  const cellsOf = (line: string) => line.split(/,(?! )/).map((cell) => cell.replace(/^"|"$/g, ''));
  const inCents = (text = '') => Math.round(Number(text) * 100);

  it('have each payment and refund once, with parts that sum to it, and the sums of the payments record', async () => {
    const linh = await shop.admin('Linh');
    const anna = await shop.customer('Anna');
    await sell(anna, [await listing(linh, 'Before', 70)]);
    await shop.call('updateTaxSettings', { token: linh.token, body: { registered: true, abn: '51824753556' } });
    const consigned = { taxStatus: 'consigned', consignor: 'Mai', commissionPercent: 40 } as const;
    const registered = { taxStatus: 'consigned-registered', consignor: 'Lan', commissionPercent: 33.33 } as const;
    const mixed = await sell(anna, [
      await listing(linh, 'Own', 110),
      await listing(linh, 'Consigned', 99.99, consigned),
      await listing(linh, 'Registered', 220, registered),
    ]);
    await sell(anna, [await listing(linh, 'Abroad', 330)], paris);
    const refund = { amount: 11, reason: 'A scratch' };
    await shop.call('refundOrder', { token: linh.token, params: { id: mixed }, body: refund });
    const cancelled = await sell(anna, [await listing(linh, 'Cancelled', 55.55)]);
    await shop.call('cancelOrder', { token: anna.token, params: { id: cancelled } });

    const rows = await rowsOf('getGstReport', linh);
    const parts = ['Taxable sales', 'Consigned, owner registered', 'Consigned, owner not registered'];
    const others = ['Export, GST-free', 'Delivery, taxable', 'Delivery, no GST', 'Without tax invoice'];
    for (const row of rows)
      expect([...parts, ...others].reduce((sum, part) => sum + inCents(row[part]), 0)).toBe(
        inCents(row['Amount, AUD']),
      );
    const record = await shop.shop.database.read.selectFrom('payments').selectAll().execute();
    const signed = record.map(({ kind, amount_cents }) => (kind === 'charge' ? amount_cents : -amount_cents));
    expect(rows.map((row) => inCents(row['Amount, AUD'])).toSorted()).toEqual(signed.toSorted());
    expect(rows.find(({ Order, Event }) => Order === mixed && Event === 'Payment')).toMatchObject({
      Paper: `INV-${mixed}`,
      Method: 'credit',
      'Amount, AUD': '429.99',
      'Taxable sales': '110',
      'Consigned, owner registered': '220',
      'Consigned, owner not registered': '99.99',
      GST: '30',
      // 40 % of 99.99 and 33.33 % of 220.
      'GST of registered owners': '20',
      Commission: '113.33',
      'GST on commission': '10.3',
    });
    expect(rows.find(({ Order, Event }) => Order === mixed && Event === 'Refund')).toMatchObject({
      Paper: `ADJ-${mixed}`,
      'Amount, AUD': '-11',
      'Taxable sales': '-11',
      GST: '-1',
    });
    const sum = (title: string) => rows.reduce((all, row) => all + inCents(row[title]), 0);
    expect([sum('Export, GST-free'), sum('Without tax invoice'), sum('GST')]).toEqual([33_000, 7_000, 2_900]);
    expect(await rowsOf('getGstReport', linh, { from: '2000-01-01', to: '2000-03-31' })).toEqual([]);
  });

  it('have the resales for A$1,000 or more with their royalty', async () => {
    const linh = await shop.admin('Linh');
    const anna = await shop.customer('Anna');
    const resale = (acquiredOn: string | null) => ({ resale: true, acquiredOn, artist: '=Khê' });
    await sell(anna, [await listing(linh, 'Cheap', 999.99, resale('2014-05-30'))]);
    await sell(anna, [await listing(linh, 'Late', 1_000, resale('2014-05-30'))]);
    await sell(anna, [await listing(linh, 'Early', 2_000, resale('2010-06-08'))]);
    await sell(anna, [await listing(linh, 'Unknown', 1_500, resale(null))]);
    await sell(anna, [await listing(linh, 'First', 5_000)]);
    const rows = await rowsOf('getResaleReport', linh);
    const facts = rows.map((row) => [row.Piece, row.Artist, row['Royalty of 5 %'], row.Royalty?.split(':')[0]]);
    expect(facts.toSorted()).toEqual([
      ['Early', "'=Khê", '0', 'No'],
      ['Late', "'=Khê", '50', 'Yes'],
      ['Unknown', "'=Khê", '75', 'Unknown'],
    ]);
  });

  it('are only for owners, and are refused for a period that ends before it begins', async () => {
    const linh = await shop.admin('Linh');
    for (const role of ['staff', 'viewer'] as const) {
      const { token } = await shop.admin(role, role);
      expect((await shop.call('getGstReport', { token, query: always })).status).toBe(403);
      expect((await shop.call('getResaleReport', { token, query: always })).status).toBe(403);
    }
    const query = { from: '2026-07-02', to: '2026-07-01' };
    expect(await shop.call('getGstReport', { token: linh.token, query })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'to' }] },
    });
  });
}
