import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pageTexts, structureOf } from '#server/testing/read-pdf.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const person = { firstName: 'Anna', lastName: 'Tran', email: 'anna@example.com', phone: '0400 000 000' };
const paris = { ...person, address: '2 rue de la Paix', city: 'Paris', country: 'FR', state: '', postcode: '75002' };
const sydney = { ...person, address: '14 Foundry Lane', city: 'Marrickville', state: 'NSW', postcode: '2204' };
const seller = { street: '8 Wharf Lane', city: 'Balmain', state: 'NSW', postcode: '2041', phone: '02 5550 1187' };

onEachEngine('The papers of a parcel', (shop) => {
  async function sellTwo(delivery: object) {
    const [anna, linh] = [await shop.customer('Anna'), await shop.admin('Linh')];
    const [moon, carp] = [await shop.listing('Moon', { artist: 'Lê Vân Khê' }), await shop.listing('Carp')];
    const items = [moon, carp].map(({ id, price }) => ({ listingId: id, price }));
    const { token } = anna;
    const { orderId } = (await shop.call('createCheckout', { token, body: { items, delivery } })).body;
    const params = { id: orderId };
    const slip = (shipment?: string, by = linh) =>
      shop.call('openPackingSlip', { token: by.token, params, query: { ...(shipment && { shipment }) } });
    const customs = () => shop.call('openCustomsDeclaration', { token: linh.token, params });
    const edit = (id: string, body: object) => shop.call('updateProduct', { token: linh.token, params: { id }, body });
    const pay = () => shop.call('confirmPayment', { token, body: { orderId, listingIds: [moon.id, carp.id] } });
    return { anna, linh, moon, carp, params, slip, customs, edit, pay };
  }
  const textOf = ({ raw }: { raw: Buffer }) => pageTexts(raw).join('\n');

  it('include a packing slip with its pieces and address and without prices; a shipment has a slip of its pieces only', async () => {
    const { anna, linh, moon, params, slip, customs, edit, pay } = await sellTwo(sydney);
    expect(await slip()).toMatchObject({ status: 409 });
    await pay();
    const name = 'Salamanca Lacquer Rooms and Workshop of Hobart and Battery Point';
    await shop.call('updateShopSettings', { token: linh.token, body: { ...seller, name } });
    await edit(moon.id, { widthCm: 75, heightCm: 96, weightKg: 11.5 });
    const whole = await slip();
    const text = textOf(whole);
    for (const words of ['Packing slip', params.id, '1 × Moon', 'Lê Vân Khê', '75 x 96 cm', '11.5 kg', '1 × Carp'])
      expect(text).toContain(words);
    expect(text.replaceAll('\n', ' ')).toContain('Hobart and Battery Point');
    for (const words of ['Anna Tran', '14 Foundry Lane', 'Marrickville NSW 2204', '8 Wharf Lane', '02 5550 1187'])
      expect(text).toContain(words);
    expect(text).not.toContain('$');
    expect(structureOf(whole.raw).unread.trim()).toBe('');

    const body = { carrier: 'Own van', number: '', listingIds: [moon.id] };
    const { order } = (await shop.call('createShipment', { token: linh.token, params, body })).body;
    const part = textOf(await slip(order.shipments[0]?.id));
    expect(part).toContain('Moon');
    expect(part).not.toContain('Carp');
    expect(part).toContain('travel separately');
    expect(textOf(await slip())).not.toContain('Moon');
    expect(await slip('none')).toMatchObject({ status: 404 });
    expect(await slip(undefined, anna)).toMatchObject({ status: 403 });
    expect(await customs()).toMatchObject({ status: 409, body: { message: expect.stringContaining('not leave') } });
  });

  it('tell customs each piece with HS code, origin, weight and value, or name what is missing', async () => {
    const { linh, moon, carp, customs, edit, pay } = await sellTwo(paris);
    await pay();
    await shop.call('updateShopSettings', { token: linh.token, body: { ...seller, street: '' } });
    expect(await customs()).toMatchObject({ status: 409, body: { message: expect.stringContaining('address') } });
    await shop.call('updateShopSettings', { token: linh.token, body: seller });
    await edit(moon.id, { weightKg: 11.5 });
    const refused = await customs();
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: "Customs need to know more about 'Moon' (HS code), 'Carp' (HS code, weight).",
        missing: [
          { listingId: moon.id, fields: ['hsCode'] },
          { listingId: carp.id, fields: ['hsCode', 'weightKg'] },
        ],
      },
    });
    await shop.call('updateDeliverySettings', { token: linh.token, body: { hsCode: '970191' } });
    await edit(carp.id, { weightKg: 2.25, hsCode: '9701.21', origin: 'VN' });
    const paper = await customs();
    expect(paper.status).toBe(200);
    const text = textOf(paper);
    for (const words of [
      'Commercial invoice',
      'Sale of goods',
      'DAP',
      'Anna Tran',
      '75002',
      'France',
      'Date and signature',
    ])
      expect(text).toContain(words);
    for (const words of [
      'HS code 9701.91',
      'Origin: Australia (AU)',
      'Net weight 11.5 kg',
      '13.75 kg',
      'Total value (AUD)',
    ])
      expect(text).toContain(words);
    for (const words of ['HS code 9701.21', 'Origin: Vietnam (VN)', 'Net weight 2.25 kg'])
      expect(text).toContain(words);
    expect(structureOf(paper.raw).unread.trim()).toBe('');
  });

  it('name the shop and its owner in full, also beside a wide logo', async () => {
    const { linh, moon, carp, customs, slip, edit, pay } = await sellTwo(paris);
    await pay();
    const logo = { width: 720, height: 176, channels: 3, background: '#7a1f1f' } as const;
    await shop.shop.media.keepLogo(await sharp({ create: logo }).png().toBuffer());
    const name = 'Salamanca Lacquer Rooms and Workshop of Hobart, Battery Point and Sandy Bay Road';
    const legalName = `${'Salamanca Lacquer Rooms and Workshop Holdings '.repeat(4)}Pty Ltd`;
    await shop.call('updateShopSettings', { token: linh.token, body: { ...seller, name, legalName } });
    for (const { id } of [moon, carp]) await edit(id, { weightKg: 1, hsCode: '970191' });
    for (const paper of [await customs(), await slip()]) {
      expect(paper.status).toBe(200);
      const text = textOf(paper).replace(/\s+/g, ' ');
      for (const words of [name, legalName]) expect(text).toContain(words);
      expect(text).not.toContain('…');
    }
  });
});
