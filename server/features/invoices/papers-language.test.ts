import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Listing } from '#contract/catalog.ts';
import { reportsOf, scratch } from '#server/testing/condition-reports.ts';
import type { Person } from '#server/testing/people.ts';
import { pageTexts, structureOf } from '#server/testing/read-pdf.ts';
import { onSqlite, type TestShop } from '#server/testing/shop.ts';
import { isGenuine } from '../../../docs/verify-certificate.mjs';

const person = { firstName: 'Lan', lastName: 'Tran', email: 'lan@example.com', phone: '0400 000 000' };
const paris = { ...person, address: '2 rue de la Paix', city: 'Paris', country: 'FR', state: '', postcode: '75002' };
const sydney = { ...person, address: '14 Foundry Lane', city: 'Marrickville', state: 'NSW', postcode: '2204' };
const seller = { street: '8 Wharf Lane', city: 'Balmain', state: 'NSW', postcode: '2041', phone: '02 5550 1187' };

/** The headers that the pages of a language send. */
const pagesIn = (language: 'en' | 'vi') => ({ 'accept-language': language });
const inVietnamese = { headers: pagesIn('vi') };
/** Requests of others: programs, English pages, and browsers that open an address themselves. */
const inEnglish = [{}, { headers: pagesIn('en') }, { headers: { 'accept-language': 'vi-VN,vi;q=0.9,en;q=0.8' } }];

const wordsOf = (file: Buffer) => pageTexts(file).join('\n');
/** The languages that a PDF names: that of the paper, and those of words in another language. */
const languagesOf = (file: Buffer) =>
  new Set([...file.toString('latin1').matchAll(/\/Lang \(([\w-]+)\)/g)].map(([, language]) => language));

function expectWords(file: Buffer, words: readonly string[]): void {
  const text = wordsOf(file);
  for (const word of words) expect(text).toContain(word);
}

async function sell(shop: TestShop, { token }: Person, pieces: readonly Listing[], delivery: object) {
  const items = pieces.map(({ id, price }) => ({ listingId: id, price }));
  const { orderId } = (await shop.call('createCheckout', { token, body: { items, delivery } })).body;
  await shop.call('confirmPayment', { token, body: { orderId, listingIds: pieces.map(({ id }) => id) } });
  return { id: orderId, items };
}

onSqlite('A buyer who reads the shop in Vietnamese', (shop) => {
  const moon = () => shop.listing('Red River Moon', { price: 3_200, artist: 'Lê Vân Khê', year: 2023 });

  it('downloads an invoice in Vietnamese; all other requests get one and the same English file', async () => {
    const lan = await shop.customer('Lan');
    const { id } = await sell(shop, lan, [await moon()], paris);
    const asked = { token: lan.token, params: { id } };
    for (const call of ['openInvoice', 'downloadInvoice'] as const) {
      const { raw, headers } = await shop.call(call, { ...asked, ...inVietnamese });
      expect(headers['content-disposition']).toContain(`filename="invoice-order-${id}.pdf"`);
      expectWords(raw, ['Hoá đơn', `INV-${id}`, 'Ngày đặt hàng', 'Bên mua', 'Paris 75002 Pháp', 'Tác phẩm']);
      expectWords(raw, ['Red River Moon', '$3,200.00', 'Tổng cộng (AUD)', 'Đã thanh toán bằng thẻ tín dụng ngày']);
      expectWords(raw, ['Cảm ơn bạn đã mua hàng.', 'Trang 1/1']);
      expect(wordsOf(raw)).not.toMatch(/Invoice|Order|Date|Billed|Delivered|Total|Paid|Thank|Page|France/);
      expect(wordsOf(raw)).toMatch(/\d{1,2} tháng \d{1,2}, \d{4}/);
      expect(languagesOf(raw)).toEqual(new Set(['vi', 'en-AU']));
      expect(structureOf(raw)).toMatchObject({
        unread: '',
        elements: expect.arrayContaining(['Document > H1: Hoá đơn']),
      });
    }
    const [first, ...others] = await Promise.all(
      inEnglish.map(async (request) => (await shop.call('openInvoice', { ...asked, ...request })).raw),
    );
    if (!first) throw new Error('no invoice');
    for (const other of others) expect(other.equals(first)).toBe(true);
    expectWords(first, ['Invoice number', 'Billed to', 'Paris 75002 France', 'Paid by credit card on', 'Page 1 of 1']);
    expect(languagesOf(first)).toEqual(new Set(['en-AU']));
  });

  it('reads the words "Tax invoice", which the law wants, and in Vietnamese why the invoice was adjusted', async () => {
    const [linh, lan] = [await shop.admin('Linh'), await shop.customer('Lan')];
    const { token } = linh;
    const words = 'Returns in 14 days.';
    await shop.call('updateTaxSettings', { token, body: { registered: true, abn: '51824753556', words } });
    const { id, items } = await sell(
      shop,
      lan,
      [await moon(), await shop.listing('Carp'), await shop.listing('Pond')],
      sydney,
    );
    const params = { id };
    const invoice = await shop.call('openInvoice', { token: lan.token, params, ...inVietnamese });
    expectWords(invoice.raw, ['Hoá đơn thuế (Tax invoice)', 'ABN 51 824 753 556', '1 × Red River Moon']);
    expectWords(invoice.raw, ['Chịu thuế: giá đã gồm GST.', 'GST (thuế hàng hoá và dịch vụ Úc)', words]);

    await shop.call('updateOrder', { token: lan.token, params, body: { items: items.slice(0, 2) } });
    await shop.call('refundOrder', { token, params, body: { amount: 10, reason: 'Order of the rim; a scratch' } });
    const changes = { token, params };
    await shop.call('setOrderStatus', { ...changes, body: { status: 'cancelled' } });
    await shop.call('setOrderStatus', { ...changes, body: { status: 'paid' } });
    const { order } = (await shop.call('getOrder', { token: lan.token, params, ...inVietnamese })).body;
    const reasons = [
      'Đơn hàng đã thay đổi: bỏ Pond; hoàn tiền $100.00',
      'Order of the rim; a scratch',
      'Đơn hàng đã huỷ',
      'Trạng thái được đổi thành đã thanh toán',
    ];
    expect(order.adjustmentNotes?.map(({ reason }) => reason)).toEqual(reasons);
    for (const { number, reason } of order.adjustmentNotes ?? []) {
      const note = { token: lan.token, params: { ...params, number } };
      const { raw } = await shop.call('downloadAdjustmentNote', { ...note, ...inVietnamese });
      expectWords(raw, ['Phiếu điều chỉnh', `Lý do: ${reason}`, 'Cho hoá đơn thuế', 'Chênh lệch (AUD)']);
      expectWords((await shop.call('downloadAdjustmentNote', note)).raw, [
        'Adjustment note',
        'Reason: ',
        'To tax invoice',
      ]);
    }
    const english = (await shop.call('getOrder', { token: lan.token, params })).body.order;
    expect(english.adjustmentNotes?.[0]?.reason).toBe('Order modified: removed Pond; $100.00 refunded');
  });

  it('gets a certificate with the translated name, the signed one below it, and the same statement', async () => {
    const [{ token }, lan, listing] = [await shop.admin('Linh'), await shop.customer('Lan'), await moon()];
    const { certificate } = (await shop.call('issueCertificate', { token, body: { listingId: listing.id } })).body;
    const { number, code } = certificate;
    const { id } = await sell(shop, lan, [listing], sydney);
    const asked = { token: lan.token, params: { id, number } };
    const before = (await shop.call('downloadOwnCertificate', { ...asked, ...inVietnamese })).raw;
    expectWords(before, [
      'Giấy chứng nhận xác thực',
      'Red River Moon',
      'Nghệ sĩ',
      code.match(/.{4}/g)?.join(' ') ?? '',
    ]);

    const subject = { params: { language: 'vi', kind: 'listing', id: listing.id } } as const;
    const texts = { name: 'Trăng sông Hồng' };
    await shop.call('writeTranslation', { token, ...subject, body: { texts } });
    const translated = (await shop.call('downloadOwnCertificate', { ...asked, ...inVietnamese })).raw;
    expect(wordsOf(translated)).toMatch(/Trăng sông Hồng *\nRed River Moon *\nLê Vân Khê/);
    const { raw: published } = await shop.request('GET', '/.well-known/certificate-keys.json');
    const keys = z.object({ keys: z.array(z.object({ kid: z.string(), x: z.string() })) });
    expect(isGenuine(translated, keys.parse(JSON.parse(published.toString())))).toBe(true);
    const query = { code };
    const checked = (await shop.call('checkCertificate', { params: { number }, query, ...inVietnamese })).body;
    expect(checked.certificate).toMatchObject({ state: 'genuine', statement: { name: 'Red River Moon' } });
    const inEnglishAgain = (await shop.call('downloadOwnCertificate', asked)).raw;
    expectWords(inEnglishAgain, ['Certificate of authenticity', 'Red River Moon', 'made by hand']);
    expect(wordsOf(inEnglishAgain)).not.toContain('Trăng');

    // Once the piece has another name than the signed one, its translation is of that other name and is left out.
    await shop.call('updateProduct', { token, params: { id: listing.id }, body: { name: 'Harvest Moon' } });
    const renamed = (await shop.call('downloadOwnCertificate', { ...asked, ...inVietnamese })).raw;
    expect(renamed.equals(before)).toBe(true);
  });

  it('gets a condition report in Vietnamese, whose texts are as they were written', async () => {
    const [{ token }, lan, listing] = [await shop.admin('Linh'), await shop.customer('Lan'), await moon()];
    const { issued } = reportsOf(shop);
    const report = await issued(token, listing.id);
    const { id } = await sell(shop, lan, [listing], sydney);
    const params = { id, reportId: report.id };
    const { raw } = await shop.call('downloadOwnConditionReport', { token: lan.token, params, ...inVietnamese });
    expectWords(raw, ['Báo cáo tình trạng', '5 tháng 1, 2026', 'Rất tốt', 'Bề mặt', 'No cracks.', 'Ảnh 1 trên 1']);
    expectWords(raw, [`Vết xước: ${scratch.text} (cách mép trái 12.5%`]);
    expect(languagesOf(raw)).toEqual(new Set(['vi', 'en-AU']));
    const english = (await shop.call('downloadOwnConditionReport', { token: lan.token, params })).raw;
    expectWords(english, [
      'Condition report',
      '5 January 2026',
      'Very good',
      'Photograph 1 of 1',
      '12.5% from the left',
    ]);
  });
});

onSqlite('Staff who read the panel in Vietnamese', (shop) => {
  it('print packing slips in Vietnamese, and customs declarations in both languages', async () => {
    const [{ token }, lan] = [await shop.admin('Linh'), await shop.customer('Lan')];
    await shop.call('updateShopSettings', { token, body: seller });
    const moon = await shop.listing('Moon', { price: 3_200, weightKg: 11.5, hsCode: '970191' });
    const { id } = await sell(shop, lan, [moon], paris);
    const asked = { token, params: { id }, query: {} };
    const slip = (await shop.call('openPackingSlip', { ...asked, ...inVietnamese })).raw;
    expectWords(slip, [
      'Phiếu đóng gói',
      '1 × Moon',
      'Trọng lượng',
      '11,5 kg',
      'Người nhận',
      'Pháp',
      'Thắc mắc về giao hàng',
    ]);
    const english = (await shop.call('openPackingSlip', asked)).raw;
    expectWords(english, ['Packing slip', 'Weight', '11.5 kg', 'France', 'Questions about the delivery']);

    const customs = (await shop.call('openCustomsDeclaration', { ...asked, ...inVietnamese })).raw;
    expectWords(customs, [
      'Hoá đơn thương mại',
      '(Commercial invoice)',
      'Người gửi (Sender)',
      'Sale of goods',
      'France',
    ]);
    expectWords(customs, ['Mã HS (HS code) 9701.91', 'Trọng lượng tịnh (Net weight) 11.5 kg']);
    expect(wordsOf(customs).replaceAll(/\s+/g, ' ')).toContain('Tôi cam đoan');
    expect(wordsOf(customs).replaceAll(/\s+/g, ' ')).toContain('(I certify that what is said in this declaration');
    expect(structureOf(customs).unread.trim()).toBe('');
    const inEnglishOnly = (await shop.call('openCustomsDeclaration', asked)).raw;
    expectWords(inEnglishOnly, ['Commercial invoice', 'HS code 9701.91. Origin: Australia (AU). Net weight 11.5 kg.']);
    expect(wordsOf(inEnglishOnly)).not.toMatch(/[ếơđ]/);
  });
});
