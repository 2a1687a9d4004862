import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { Listing } from '#contract/catalog.ts';
import type { OrderStatus } from '#contract/states.ts';
import { pageTexts, structureOf } from '#server/testing/read-pdf.ts';
import { onEachEngine, onSqlite, type TestShop } from '#server/testing/shop.ts';

// Without rate limits, because an order of twenty pieces is beyond the limits of holds.
const environment = { RATE_LIMITS: 'off' };

onEachEngine(
  'An invoice',
  (shop) => {
    const { open, aPaidOrder } = invoicesOf(shop);

    it('is a PDF with buyer, pieces, prices and total, with Vietnamese letters', async () => {
      const { anna, order } = await aPaidOrder('Trăng trên sông Hồng', 'Pond in Two Parts');
      const { status, headers, raw } = await open(order.id, anna.token);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/pdf');
      expect(headers['content-disposition']).toBe(`inline; filename="invoice-order-${order.id}.pdf"`);
      const [text = '', ...others] = pageTexts(raw);
      expect(others).toEqual([]);
      for (const words of [
        `INV-${order.id}`,
        'Vàng Son',
        'Nguyễn Thị Ánh',
        anna.email,
        'Trăng trên sông Hồng',
        'Pond in Two Parts',
        'Lê Vân Khê, 2023',
        '$3,200.00',
        '$6,400.00',
        'Paid by credit card',
        'Thank you for your purchase.',
        'Page 1 of 1',
      ]) {
        expect(text).toContain(words);
      }
    });

    it('has the order’s id in the name of the downloaded file', async () => {
      const { anna, order } = await aPaidOrder();
      const { headers } = await shop.call('downloadInvoice', { params: { id: order.id }, token: anna.token });
      expect(headers['content-disposition']).toBe(`attachment; filename="invoice-order-${order.id}.pdf"`);
    });

    it('can be opened by the buyer and admins; others get 404', async () => {
      const { anna, order } = await aPaidOrder();
      const admin = await shop.admin();
      const ben = await shop.customer('Ben');
      expect((await open(order.id, admin.token)).status).toBe(200);
      expect((await open(order.id, anna.token)).status).toBe(200);
      const refused = await open(order.id, ben.token);
      expect([refused.status, refused.body.message]).toEqual([404, 'Order not found']);
      expect((await open('nothing', ben.token)).status).toBe(404);
      expect((await open(order.id, null)).status).toBe(401);
    });

    it('exists for every status except pending and cancelled', async () => {
      const { anna, order } = await aPaidOrder();
      const admin = await shop.admin();
      const answers: Record<OrderStatus, number> = {
        processing: 200,
        shipped: 200,
        delivered: 200,
        pending: 409,
        paid: 200,
        cancelled: 409,
      };
      for (const [status, answer] of Object.entries(answers)) {
        await shop.call('setOrderStatus', { params: { id: order.id }, token: admin.token, body: { status } });
        expect([status, (await open(order.id, anna.token)).status]).toEqual([status, answer]);
      }
    });

    it('keeps its number when it is opened several times at once', async () => {
      const { anna, order } = await aPaidOrder();
      await Promise.all([open(order.id, anna.token), open(order.id, anna.token), open(order.id, anna.token)]);
      const rows = await shop.shop.database.read
        .selectFrom('invoices')
        .selectAll()
        .where('order_id', '=', order.id)
        .execute();
      expect(rows.map(({ issue, number }) => [issue, number])).toEqual([[1, `INV-${order.id}`]]);
    });

    it('gets a new number after a change of the order', async () => {
      const { anna, order } = await aPaidOrder('Red River Moon', 'Three Carp');
      await open(order.id, anna.token);
      const items = order.items.slice(0, 1).map(({ listingId, price }) => ({ listingId, price }));
      await shop.call('updateOrder', { token: anna.token, params: { id: order.id }, body: { items } });
      const [text = ''] = pageTexts((await open(order.id, anna.token)).raw);
      expect(text).toContain(`INV-${order.id}-2`);
    });
  },
  environment,
);

// How it is drawn does not depend on the database.
onSqlite(
  'An invoice',
  (shop) => {
    const { open, aPaidOrder } = invoicesOf(shop);

    it('is tagged for screen readers: headings, and a table of pieces and prices', async () => {
      const { anna, order } = await aPaidOrder('Trăng trên sông Hồng', 'Pond in Two Parts');
      const { raw } = await open(order.id, anna.token);
      const { elements, unread } = structureOf(raw);
      expect(unread).toBe('');
      const day = '[^:]+';
      expect(elements.join('\n')).toMatch(
        new RegExp(
          `^${[
            'Document > P: Vàng Son',
            'Document > H1: Invoice',
            `Document > P: Invoice number INV-${order.id}`,
            `Document > P: Order ${order.id}`,
            `Document > P: Date of invoice ${day}`,
            `Document > P: Date of order ${day}`,
            'Document > H2: Billed to',
            'Document > P: Nguyễn Thị Ánh',
            `Document > P: ${anna.email}`,
            '(Document > (P|H2): [^\n]*\n)*Document > Table > TR > TH: Pieces',
            'Document > Table > TR > TH: Price',
            ...['Trăng trên sông Hồng', 'Pond in Two Parts'].flatMap((name) => [
              `Document > Table > TR > TD > P: ${name}`,
              'Document > Table > TR > TD > P: Lê Vân Khê, 2023',
              'Document > Table > TR > TD > P: Sơn mài on cloth\\.',
              'Document > Table > TR > TD: \\$3,200\\.00',
            ]),
            'Document > Table > TR > TH: Total \\(AUD\\)',
            'Document > Table > TR > TD: \\$6,400\\.00',
            `Document > P: Paid by credit card on ${day}\\.`,
            'Document > P: Thank you for your purchase\\.$',
          ].join('\n')}`,
        ),
      );
      const file = raw.toString('latin1');
      expect(file).toContain('/DisplayDocTitle true');
      expect(file).toContain('/Lang (en-AU)');
      expect(file).toMatch(/\/Marked true/);
    });

    it('is one table for screen readers over several pages, without repeated headers and footers', async () => {
      const names = Array.from({ length: 20 }, (_, position) => `Panel number ${position + 1}`);
      const { anna, order } = await aPaidOrder(...names);
      const { elements, unread } = structureOf((await open(order.id, anna.token)).raw);
      expect(unread).toBe('');
      const rows = elements.filter((element) => element.includes('Panel number'));
      expect(rows).toEqual(names.map((name) => `Document > Table > TR > TD > P: ${name}`));
      expect(elements.join('\n')).not.toContain('Page 1 of');
    });

    it('continues over several pages, each with the invoice number', async () => {
      const names = Array.from({ length: 20 }, (_, position) => `Panel number ${position + 1}`);
      const { anna, order } = await aPaidOrder(...names);
      const pages = pageTexts((await open(order.id, anna.token)).raw);
      expect(pages.length).toBeGreaterThan(1);
      for (const [position, text] of pages.entries()) {
        expect(text).toContain(`Page ${position + 1} of ${pages.length}`);
        expect(text).toContain(`INV-${order.id}`);
      }
      for (const name of names) expect(pages.join('\n')).toContain(name);
    });

    it('draws names in many scripts, also in a very long one, with a box for letters that no font has and without emoji', async () => {
      const { anna, order } = await aPaidOrder(`🎨 Тройка Ψάρι 金魚 ๏ ${'W'.repeat(150)}`);
      const [text = ''] = pageTexts((await open(order.id, anna.token)).raw);
      expect(text).toContain('Тройка Ψάρι 金魚 □');
      expect(text).not.toContain('🎨');
    });

    it('shows the shop’s logo', async () => {
      const { anna, order } = await aPaidOrder();
      const without = (await open(order.id, anna.token)).raw;
      const logo =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#b00"/></svg>';
      await shop.shop.media.keepLogo(Buffer.from(logo));
      const withLogo = (await open(order.id, anna.token)).raw;
      expect(without.includes('/Subtype /Image')).toBe(false);
      expect(withLogo.includes('/Subtype /Image')).toBe(true);
      expect(structureOf(withLogo).elements[0]).toMatch(/^Document > Figure: /);
    });

    it('shows the logo again after it could not be read once', async () => {
      const { anna, order } = await aPaidOrder();
      const logo =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#b00"/></svg>';
      await shop.shop.media.keepLogo(Buffer.from(logo));
      vi.spyOn(shop.shop.media, 'readFile').mockResolvedValueOnce(null);
      const papers = [await open(order.id, anna.token), await open(order.id, anna.token)];
      expect(papers.map(({ raw }) => raw.includes('/Subtype /Image'))).toEqual([false, true]);
    });

    it('is the same file each time while the order does not change', async () => {
      const { anna, order } = await aPaidOrder();
      const hashes = [await open(order.id, anna.token), await open(order.id, anna.token)].map(({ raw }) =>
        createHash('sha256').update(raw).digest('hex'),
      );
      expect(new Set(hashes).size).toBe(1);
    });
  },
  environment,
);

function invoicesOf(shop: TestShop) {
  const open = (orderId: string, token: string | null) => shop.call('openInvoice', { params: { id: orderId }, token });
  const aPaidOrder = async (...names: string[]) => {
    const anna = await shop.customer('Nguyễn Thị Ánh');
    const listings: Listing[] = [];
    for (const name of names.length > 0 ? names : ['Red River Moon']) {
      listings.push(
        await shop.listing(name, { price: 3_200, artist: 'Lê Vân Khê', year: 2023, spec: 'Sơn mài on cloth.' }),
      );
    }
    return { anna, order: await shop.buy(anna, ...listings) };
  };
  return { open, aPaidOrder };
}
