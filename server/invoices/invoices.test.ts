import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Listing } from '#contract/catalog.ts';
import type { OrderStatus } from '#contract/states.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { issueInvoice } from './invoices.ts';
import { pageTexts } from './read-pdf.ts';

onEachEngine('An invoice', (shop) => {
  const open = (orderId: string, token: string | null) => shop.call('openInvoice', { params: { id: orderId }, token });
  const aPaidOrder = async (...names: string[]) => {
    const anna = await shop.customer('Nguyễn Thị Ánh');
    const pieces: Listing[] = [];
    for (const name of names.length > 0 ? names : ['Red River Moon']) {
      pieces.push(
        await shop.piece(name, { price: 3_200, artist: 'Lê Vân Khê', year: 2023, spec: 'Sơn mài on cloth.' }),
      );
    }
    return { anna, order: await shop.buy(anna, ...pieces) };
  };

  it('is a PDF that says who bought what for how much, letters of Vietnamese included', async () => {
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

  it('is kept under the order’s name when downloaded', async () => {
    const { anna, order } = await aPaidOrder();
    const { headers } = await shop.call('downloadInvoice', { params: { id: order.id }, token: anna.token });
    expect(headers['content-disposition']).toBe(`attachment; filename="invoice-order-${order.id}.pdf"`);
  });

  it('is the buyer’s and the admins’; to others there is no such order', async () => {
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

  it('is there for every order that is paid for, and for no other', async () => {
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

  it('keeps its number however often it is opened, also by two at once', async () => {
    const { anna, order } = await aPaidOrder();
    await Promise.all([open(order.id, anna.token), open(order.id, anna.token), open(order.id, anna.token)]);
    const rows = await shop.shop.database.read
      .selectFrom('invoices')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute();
    expect(rows.map(({ issue, number }) => [issue, number])).toEqual([[1, `INV-${order.id}`]]);
  });

  it('has a number of its own after a change of the order', async () => {
    const { anna, order } = await aPaidOrder();
    await open(order.id, anna.token);
    const again = await shop.shop.database.write((tx) => issueInvoice(tx, order.id, shop.shop.clock()));
    expect(again.number).toBe(`INV-${order.id}-2`);
    const [text = ''] = pageTexts((await open(order.id, anna.token)).raw);
    expect(text).toContain(`INV-${order.id}-2`);
  });

  it('of many pieces goes on over pages, each with its number', async () => {
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

  it('survives names no font can set, and very long ones', async () => {
    const { anna, order } = await aPaidOrder(`🎨 Тройка Ψάρι 金魚 ${'W'.repeat(150)}`);
    const [text = ''] = pageTexts((await open(order.id, anna.token)).raw);
    expect(text).toContain('Тройка Ψάρι ??');
    expect(text).not.toContain('🎨');
  });

  it('carries the shop’s logo', async () => {
    const { anna, order } = await aPaidOrder();
    const without = (await open(order.id, anna.token)).raw;
    const logo =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#b00"/></svg>';
    await shop.shop.media.keepLogo(Buffer.from(logo));
    const withLogo = (await open(order.id, anna.token)).raw;
    expect(without.includes('/Subtype /Image')).toBe(false);
    expect(withLogo.includes('/Subtype /Image')).toBe(true);
  });

  it('is the same file while nothing changes', async () => {
    const { anna, order } = await aPaidOrder();
    const hashes = [await open(order.id, anna.token), await open(order.id, anna.token)].map(({ raw }) =>
      createHash('sha256').update(raw).digest('hex'),
    );
    expect(new Set(hashes).size).toBe(1);
  });
});
