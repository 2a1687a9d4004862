import { expect, it } from 'vitest';
import { withMail } from '#server/testing/open-shop.ts';
import { pageTexts } from '#server/testing/read-pdf.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine(
  'A shop that sells in dong',
  (shop) => {
    it('states prices in dong in emails, invoices, the history of an order and the analytics', async () => {
      const [admin, anna] = [await shop.admin(), await shop.customer('Anna')];
      const [moon, carp] = [
        await shop.listing('Moon', { price: 25_000_000 }),
        await shop.listing('Carp', { price: 1_500_000 }),
      ];
      const { id } = await shop.buy(anna, moon);
      const items = [moon, carp].map((listing) => ({ listingId: listing.id, price: listing.price }));
      const changed = await shop.call('updateOrder', { token: anna.token, params: { id }, body: { items } });
      expect(changed.body.order).toMatchObject({ totalPrice: 26_500_000 });
      expect(changed.body.order.history.at(-1)?.what).toBe('Order modified: added Carp; ₫1,500,000 charged');

      const letters = await shop.shop.database.read.selectFrom('outbox').selectAll().execute();
      const texts = letters.map(({ text }) => text).join('\n');
      expect(texts).toContain('₫25,000,000');
      expect(texts).not.toContain('$');

      const invoice = await shop.call('openInvoice', { token: anna.token, params: { id } });
      const [page = ''] = pageTexts(invoice.raw);
      for (const words of ['Total (VND)', '₫26,500,000', '₫25,000,000']) expect(page).toContain(words);
      expect(page).not.toContain('$');

      const sales = (await shop.call('getSales', { token: admin.token, params: { period: 'day' } })).body.data;
      expect(sales.chartData.at(-1)).toMatchObject({ amount: '₫26,500,000', numericAmount: 26_500_000 });
      expect(sales.metadata.calculationInfo.dailyCalc).toContain('₫26,500,000');
      expect([sales.averageDaily, sales.averageMonthly].every(Number.isInteger)).toBe(true);
    });

    it('takes whole dong only, up to 999,999,999', async () => {
      const { token } = await shop.admin();
      const add = (price: number) => shop.call('addProduct', { token, body: { name: 'Moon', price } });
      expect((await add(999_999_999)).body.product.price).toBe(999_999_999);
      const refused = await add(321.5);
      expect([refused.status, refused.body]).toMatchObject([
        400,
        {
          message: 'A price in VND is a whole number',
          issues: [{ path: 'price', message: 'A price in VND is a whole number' }],
        },
      ]);
      expect((await add(1_000_000_000)).status).toBe(400);
      const moon = await shop.listing('Moon');
      const change = await shop.call('updateProduct', { token, params: { id: moon.id }, body: { price: 0.5 } });
      expect(change.status).toBe(400);
    });
  },
  { ...withMail, SHOP_CURRENCY: 'VND' },
);

onEachEngine('A shop that sells in dollars', (shop) => {
  it('takes prices up to 9,999,999.99, and refuses a higher one in a checkout with 400', async () => {
    const { token } = await shop.admin();
    const anna = await shop.customer('Anna');
    const add = (price: number) => shop.call('addProduct', { token, body: { name: 'Moon', price } });
    expect((await add(9_999_999.99)).status).toBe(201);
    const refused = await add(10_000_000);
    expect([refused.status, refused.body]).toMatchObject([400, { message: 'A price is at most 9,999,999.99' }]);
    const moon = await shop.listing('Moon');
    const checkout = await shop.call('createCheckout', {
      token: anna.token,
      body: { items: [{ listingId: moon.id, price: 10_000_000 }] },
    });
    expect([checkout.status, checkout.body]).toMatchObject([400, { issues: [{ path: 'items.0.price' }] }]);
  });
});
