import { expect, it } from 'vitest';
import type { Listing } from '#contract/catalog.ts';
import { isRefusal } from '#contract/errors.ts';
import { panel } from '#server/testing/pictures.ts';
import { structureOf } from '#server/testing/read-pdf.ts';
import { onSqlite } from '#server/testing/shop.ts';

const person = { firstName: 'Anna', lastName: '陈黎云溪', email: 'anna@example.com', phone: '0400 000 000' };
const paris = { ...person, address: '2 rue de la Paix', city: 'Paris', country: 'FR', state: '', postcode: '75002' };
const papers = ['invoice', 'note', 'slip', 'customs', 'certificate', 'catalogue', 'list', 'labels'] as const;

onSqlite('A paper of the shop', (shop) => {
  async function papersOfASale(): Promise<Record<(typeof papers)[number], Buffer>> {
    const [{ token }, anna] = [await shop.admin('Ada'), await shop.customer('Anna')];
    const seller = { street: '8 Wharf Lane', city: 'Balmain', state: 'NSW', postcode: '2041' };
    await shop.call('updateTaxSettings', { token, body: { registered: true, abn: '51824753556' } });
    await shop.call('updateShopSettings', { token, body: seller });
    const picture = await shop.shop.media.keepPicture(await panel().png().toBuffer());
    if (isRefusal(picture)) throw new Error(picture.message);
    const moon = await shop.listing('Red River Moon 鈴木', {
      images: [picture.url],
      imageAlts: ['A moon'],
      artist: 'Lê Vân Khê 김민수',
      year: 2023,
      weightKg: 3,
      hsCode: '970191',
      info: 'A moon of eggshell.',
    });
    const params = { id: await sell(anna.token, moon) };
    await shop.call('refundOrder', { token, params, body: { amount: 1, reason: 'A scratch' } });
    const { order } = (await shop.call('getOrderAsAdmin', { token, params })).body;
    const number = order.adjustmentNotes?.[0]?.number ?? '';
    const { certificate } = (await shop.call('issueCertificate', { token, body: { listingId: moon.id } })).body;
    const made = async (kind: 'catalogue' | 'list' | 'labels') => {
      const body = { kind, listingIds: [moon.id], coverId: moon.id, showsQr: true };
      const { paper } = (await shop.call('makeCataloguePaper', { token, body })).body;
      await shop.shop.cataloguePapers.settled();
      return (await shop.call('downloadCataloguePaper', { token, params: { id: paper.id } })).raw;
    };
    return {
      invoice: (await shop.call('openInvoice', { token, params })).raw,
      note: (await shop.call('downloadAdjustmentNote', { token, params: { ...params, number } })).raw,
      slip: (await shop.call('openPackingSlip', { token, params, query: {} })).raw,
      customs: (await shop.call('openCustomsDeclaration', { token, params })).raw,
      certificate: (await shop.call('downloadCertificate', { token, params: { number: certificate.number } })).raw,
      catalogue: await made('catalogue'),
      list: await made('list'),
      labels: await made('labels'),
    };
  }

  async function sell(token: string, moon: Listing): Promise<string> {
    const items = [{ listingId: moon.id, price: moon.price }];
    const { orderId } = (await shop.call('createCheckout', { token, body: { items, delivery: paris } })).body;
    await shop.call('confirmPayment', { token, body: { orderId, listingIds: [moon.id] } });
    return orderId;
  }

  it('says its title and language, has all its text in its structure, H1 first except on labels, and describes pictures', async () => {
    const files = await papersOfASale();
    for (const name of papers) {
      const text = files[name].toString('latin1');
      expect(text, name).toContain('/DisplayDocTitle true');
      expect(text, name).toContain('/Lang (en-AU)');
      expect(text, name).toMatch(/\/Title \d+ 0 R/);
      const { elements, unread } = structureOf(files[name]);
      expect(unread.trim(), name).toBe('');
      const headings = elements.flatMap((element) => /> (H\d): /.exec(element)?.[1] ?? []);
      expect(headings[0], name).toBe(name === 'labels' ? undefined : 'H1');
      expect(
        elements.filter((element) => /> Figure: $/.test(element)),
        name,
      ).toEqual([]);
    }
  });

  it('draws names in Chinese, Japanese and Korean', async () => {
    const files = await papersOfASale();
    const textOf = (name: (typeof papers)[number]) => structureOf(files[name]).elements.join('\n');
    for (const name of papers) expect(textOf(name), name).toContain('Red River Moon 鈴木');
    for (const name of ['invoice', 'note', 'slip', 'customs'] as const)
      expect(textOf(name), name).toContain('陈黎云溪');
    for (const name of ['certificate', 'catalogue', 'list', 'labels'] as const)
      expect(textOf(name), name).toContain('Lê Vân Khê 김민수');
  });
});
