import { expect, it } from 'vitest';
import type { Listing, NewListing } from '#contract/catalog.ts';
import { asCents } from '#contract/money.ts';
import type { Person } from '#server/testing/people.ts';
import { pageTexts, structureOf } from '#server/testing/read-pdf.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { checkInvariants } from '../../../cli/invariants.ts';

const person = { firstName: 'Anna', lastName: 'Tran', email: 'anna@example.com', phone: '0400 000 000' };
const sydney = { ...person, address: '14 Foundry Lane', city: 'Marrickville', state: 'NSW', postcode: '2204' };
const paris = { ...person, address: '2 rue de la Paix', city: 'Paris', country: 'FR', state: '', postcode: '75002' };

onEachEngine('A tax invoice', taxInvoices);

function taxInvoices(shop: TestShop): void {
  const register = (token: string, body: object = { registered: true, abn: '51824753556' }) =>
    shop.call('updateTaxSettings', { token, body });
  const listing = async (linh: Person, name: string, price: number, details: Partial<NewListing> = {}) => {
    const body = { name, price, artist: 'Lê Vân Khê', ...details };
    return (await shop.call('addProduct', { token: linh.token, body })).body.product;
  };
  async function sell(buyer: Person, pieces: readonly Listing[], delivery: object = sydney) {
    const items = pieces.map(({ id, price }) => ({ listingId: id, price }));
    const { token } = buyer;
    const { orderId } = (await shop.call('createCheckout', { token, body: { items, delivery } })).body;
    await shop.call('confirmPayment', { token, body: { orderId, listingIds: pieces.map(({ id }) => id) } });
    return orderOf(buyer, orderId);
  }
  const orderOf = async ({ token }: Person, id: string) =>
    (await shop.call('getOrder', { token, params: { id } })).body.order;
  const invoiceOf = async ({ token }: Person, id: string) =>
    pageTexts((await shop.call('openInvoice', { token, params: { id } })).raw).join('\n');
  const noteOf = async ({ token }: Person, id: string, number: string) =>
    pageTexts((await shop.call('downloadAdjustmentNote', { token, params: { id, number } })).raw).join('\n');
  const violations = () => checkInvariants(shop.shop.database.read, shop.shop.clock());

  it('says what the law asks for, below A$1,000 and above it', async () => {
    const linh = await shop.admin('Linh');
    await register(linh.token, { registered: true, abn: '51824753556', words: 'Thank you.\nReturns in 14 days.' });
    const seller = {
      legalName: 'Sông Pty Ltd',
      street: '8 Wharf Lane',
      city: 'Balmain',
      state: 'NSW',
      postcode: '2041',
    };
    await shop.call('updateShopSettings', { token: linh.token, body: seller });
    const anna = await shop.customer('Anna');
    const cheap = await sell(anna, [await listing(linh, 'Tea Cup', 110)]);
    const text = await invoiceOf(anna, cheap.id);
    for (const words of [
      ...[
        'Tax invoice',
        'ABN 51 824 753 556',
        'Sông Pty Ltd',
        '8 Wharf Lane',
        'Balmain NSW 2041',
        `INV-${cheap.id}`,
        'Date of invoice',
        '1 × Tea Cup',
      ],
      ...['Taxable: the price includes GST.', 'Total (AUD)', '$110.00', 'GST included in the taxable lines', '$10.00'],
      ...['Thank you.', 'Returns in 14 days.'],
    ])
      expect(text).toContain(words);
    const expensive = await sell(anna, [await listing(linh, 'Red River Moon', 3_400)]);
    const above = await invoiceOf(anna, expensive.id);
    for (const words of ['Anna', '14 Foundry Lane', 'Marrickville NSW 2204', '$3,400.00', '$309.09'])
      expect(above).toContain(words);
    const { raw } = await shop.call('openInvoice', { token: anna.token, params: { id: expensive.id } });
    expect(structureOf(raw).unread).toBe('');
    expect(structureOf(raw).elements).toContain('Document > H1: Tax invoice');
    expect(await violations()).toEqual([]);
  });

  it('says of each line whether it is taxable: own, consigned, exported', async () => {
    const linh = await shop.admin('Linh');
    await register(linh.token);
    const anna = await shop.customer('Anna');
    const consigned = { taxStatus: 'consigned', consignor: 'Lê Vân Khê', commissionPercent: 40 } as const;
    const pieces = [await listing(linh, 'Moon', 3_200, consigned), await listing(linh, 'Carp', 3_400)];
    const mixed = await invoiceOf(anna, (await sell(anna, pieces)).id);
    expect(mixed).toContain('Sold as agent of the artist. No GST on this line.');
    expect(mixed).toContain('$6,600.00');
    expect(mixed).toContain('$309.09');
    const abroad = await invoiceOf(anna, (await sell(anna, [await listing(linh, 'Pond', 1_100)], paris)).id);
    expect(abroad).toContain('Exported, GST-free.');
    expect(abroad).toMatch(/GST included in the taxable lines\n?.*\$0\.00/);
  });

  it('keeps what it said when settings, listing and order change later', async () => {
    const linh = await shop.admin('Linh');
    await register(linh.token);
    const anna = await shop.customer('Anna');
    const [moon, carp] = [await listing(linh, 'Moon', 2_200), await listing(linh, 'Carp', 1_100)];
    const { id, items } = await sell(anna, [moon, carp]);
    const before = await invoiceOf(anna, id);
    await register(linh.token, { registered: false, abn: '53004085616', words: 'Other words.' });
    await shop.call('updateProduct', { token: linh.token, params: { id: moon.id }, body: { taxStatus: 'consigned' } });
    await shop.call('updateOrder', { token: anna.token, params: { id }, body: { items: items.slice(0, 1) } });
    expect(await invoiceOf(anna, id)).toBe(before);
    const after = await sell(anna, [await listing(linh, 'Pond', 1_100)]);
    expect(await invoiceOf(anna, after.id)).not.toMatch(/GST|Tax invoice|ABN/);
    const { adjustmentNotes = [] } = await orderOf(anna, id);
    expect(adjustmentNotes).toMatchObject([{ number: `ADJ-${id}`, difference: -1_100, gst: -100 }]);
    // The shop was registered when it sold the piece.
    expect(await noteOf(anna, id, `ADJ-${id}`)).toContain('ABN 51 824 753 556');
    expect(await violations()).toEqual([]);
  });

  it('is followed by an adjustment note for a refund, a cancellation, and when the cancelled order is made paid again', async () => {
    const linh = await shop.admin('Linh');
    await register(linh.token);
    const anna = await shop.customer('Anna');
    const { id } = await sell(anna, [await listing(linh, 'Moon', 2_200), await listing(linh, 'Carp', 1_100)]);
    expect(await orderOf(anna, id)).not.toHaveProperty('adjustmentNotes');
    const refund = { amount: 110, reason: 'A scratch on the rim' };
    await shop.call('refundOrder', { token: linh.token, params: { id }, body: refund });
    await shop.call('cancelOrder', { token: anna.token, params: { id } });
    await shop.call('setOrderStatus', { token: linh.token, params: { id }, body: { status: 'paid' } });
    const { adjustmentNotes } = await orderOf(anna, id);
    expect(adjustmentNotes).toMatchObject([
      { number: `ADJ-${id}`, reason: refund.reason, difference: -110, gst: -10 },
      { number: `ADJ-${id}-2`, reason: 'Order cancelled', difference: -3_190, gst: -290 },
      { number: `ADJ-${id}-3`, difference: 3_190, gst: 290 },
    ]);
    const text = await noteOf(linh, id, `ADJ-${id}`);
    for (const words of [
      ...['Adjustment note', `ADJ-${id}`, `INV-${id}`, 'ABN 51 824 753 556', 'Anna', 'Date of note', '14 Foundry Lane'],
      ...['Reason: A scratch on the rim', 'Moon: price changed', '-$110.00', '-$10.00', '$3,190.00', '$290.00'],
    ])
      expect(text).toContain(words);
    const ben = await shop.customer('Ben');
    const params = { id, number: `ADJ-${id}` };
    expect((await shop.call('downloadAdjustmentNote', { token: ben.token, params })).status).toBe(404);
    const unknown = { id, number: `ADJ-${id}-9` };
    expect((await shop.call('downloadAdjustmentNote', { token: anna.token, params: unknown })).status).toBe(404);
    expect(await violations()).toEqual([]);
  });

  it('is not issued by a shop that is not registered, nor for an order from before its registration', async () => {
    const linh = await shop.admin('Linh');
    const anna = await shop.customer('Anna');
    const { id, items } = await sell(anna, [await listing(linh, 'Moon', 2_200), await listing(linh, 'Carp', 1_100)]);
    expect(await invoiceOf(anna, id)).not.toMatch(/GST|Tax invoice|ABN/);
    await register(linh.token);
    await shop.call('updateOrder', { token: anna.token, params: { id }, body: { items: items.slice(0, 1) } });
    const changed = await invoiceOf(anna, id);
    expect(changed).toContain(`INV-${id}-2`);
    expect(changed).not.toMatch(/GST|Tax invoice|ABN/);
    expect(await orderOf(anna, id)).not.toHaveProperty('adjustmentNotes');
  });

  it('is found by the check of invariants if it disagrees with its order', async () => {
    const linh = await shop.admin('Linh');
    await register(linh.token);
    const anna = await shop.customer('Anna');
    const { id } = await sell(anna, [await listing(linh, 'Moon', 2_200)]);
    await shop.shop.database.write((tx) =>
      tx
        .updateTable('invoices')
        .set({ total_cents: asCents(100) })
        .execute(),
    );
    expect(await violations()).toEqual([`Order ${id} (paid) has a tax invoice and notes of 1.00 instead of 2200.00.`]);
  });
}

onEachEngine('The tax facts of a piece', (shop) => {
  it('are shown only in the panel, and absent there for pieces that the shop owns', async () => {
    const { token } = await shop.admin('Linh');
    const { body } = await shop.call('addProduct', { token, body: { name: 'Moon', price: 100 } });
    expect(body.product).not.toHaveProperty('taxStatus');
    const tax = {
      taxStatus: 'consigned',
      consignor: 'Mai',
      commissionPercent: 33.33,
      resale: true,
      acquiredOn: '2014-05-30',
    } as const;
    const params = { id: body.product.id };
    const changed = await shop.call('updateProduct', { token, params, body: tax });
    expect(changed.body.product).toMatchObject(tax);
    expect((await shop.call('listListingsAsAdmin', { token })).body.listings[0]).toMatchObject(tax);
    const shown = await shop.call('getListing', { params });
    for (const field of Object.keys(tax)) expect(shown.body.listing).not.toHaveProperty(field);
    const stale = { resale: false, expected: { consignor: 'x', resale: false } };
    expect((await shop.call('updateProduct', { token, params, body: stale })).status).toBe(409);
    const wrong = { commissionPercent: 101, acquiredOn: '2014-02-30' };
    expect(await shop.call('updateProduct', { token, params, body: wrong })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'commissionPercent' }, { path: 'acquiredOn' }] },
    });
  });
});
