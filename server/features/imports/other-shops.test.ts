import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createImporter } from '#server/testing/imports.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { isInSalePeriod } from './sale-period.ts';

const fixture = (name: string) => readFile(join(import.meta.dirname, 'fixtures', name));

onEachEngine('An import from another shop', (shop) => {
  const opening = async () => createImporter(shop, await shop.admin('Linh'));

  it('reads the product export of Shopify: pictures in further rows, variants, HTML, stock and drafts', async () => {
    const linh = await opening();
    const file = await fixture('shopify.csv');
    const read = await linh.reads(file);
    expect(read).toMatchObject({ format: 'shopify', counts: { new: 5, refused: 0 } });
    expect(read.notices).toContain(
      '6 pictures stay at cdn.shopify.com: the shop does not fetch them. Upload them here before they disappear there.',
    );
    await linh.apply(read);
    const pieces = await linh.pieces();
    expect(pieces.map(({ name, price, status, visibility }) => [name, price, status, visibility ?? 'listed'])).toEqual([
      ['Five Cranes, Framed', 6800, 'available', 'listed'],
      ['Five Cranes, Unframed', 6100, 'available', 'listed'],
      ['Night Market', 450, 'available', 'draft'],
      ['Red River Moon', 3200, 'available', 'listed'],
      ['Salt Flat', 980.5, 'sold', 'listed'],
    ]);
    expect(pieces[3]).toMatchObject({
      info: 'Lacquer & gold leaf on board.\n\nFourteen coats\nSigned\n\n2 < 3',
      artist: 'Le Van Khe',
      inventoryNumber: 'VS-2023-014',
      weightKg: 6.4,
      images: ['front', 'side', 'back'].map((side) => `https://cdn.shopify.com/s/files/1/0001/moon-${side}.jpg?v=1`),
      imageSet: [{ alt: 'A red moon over water' }, { alt: 'The edge' }, { alt: '' }],
    });
    expect(pieces[0]?.images).toEqual([
      'https://cdn.shopify.com/s/files/1/0001/cranes-framed.jpg?v=2',
      'https://cdn.shopify.com/s/files/1/0001/cranes.jpg?v=2',
    ]);
    expect(pieces[1]).toMatchObject({ weightKg: 3.1, info: 'Plain text without HTML' });
    const again = await linh.reads(file);
    expect(again.counts).toMatchObject({ new: 0, change: 0, same: 5 });
  });

  it('reads the newer titles of Shopify, too', async () => {
    const linh = await opening();
    const read = await linh.reads(
      'Title,URL handle,Description,Vendor,Published on online store,Status,SKU,Price,Weight value (grams),Product image URL\n' +
        'Moon,moon,<p>Text</p>,Mai,TRUE,Archived,S-1,"1,200.00",1500,https://cdn.shopify.com/a.jpg\n',
    );
    expect(read.format).toBe('shopify');
    await linh.apply(read);
    expect(await linh.pieces()).toMatchObject([
      { name: 'Moon', price: 1200, weightKg: 1.5, info: 'Text', visibility: 'draft', inventoryNumber: 'S-1' },
    ]);
  });

  it('reads the product export of WooCommerce: units, line breaks, sale prices, variations and pictures', async () => {
    const linh = await opening();
    const file = await fixture('woocommerce.csv');
    const read = await linh.reads(file);
    expect(read).toMatchObject({ format: 'woocommerce', counts: { new: 5, left: 2, refused: 0 } });
    expect(await linh.rowsOf(read, 'left')).toMatchObject([
      { name: 'Ledger', reason: 'Its variations are pieces of their own' },
      { name: 'A book', reason: 'It is sold in another shop' },
    ]);
    expect((await linh.rowsOf(read, 'new'))[1]?.warnings).toEqual([
      'The sale price is taken; the regular price is 6800',
      'It is not in stock there, so it becomes a sold piece',
    ]);
    await linh.apply(read);
    const pieces = await linh.pieces();
    expect(pieces).toMatchObject([
      { name: '=Formula, a title', price: 900, unique: false },
      { name: 'Five Cranes & One', price: 5400, status: 'sold', visibility: 'draft' },
      { name: 'Ledger - I', price: 700, info: 'Of the set', images: ['https://gallery.example/a/ledger.jpg'] },
      { name: 'Ledger - II', price: 750, visibility: 'draft' },
      {
        name: 'Red River Moon',
        price: 3200,
        info: 'First line\nSecond line with stress\n\nA literal \\n stays',
        description: 'A moon.',
        widthCm: 74.9,
        heightCm: 96,
        depthCm: 4.6,
        weightKg: 6.396,
        images: ['https://gallery.example/a/moon-1.jpg', 'https://gallery.example/a/moon-2.jpg'],
      },
    ]);
    expect((await linh.reads(file)).counts).toMatchObject({ new: 0, change: 0, same: 5, left: 2 });
  });

  it('refuses a price in another currency than that of the shop', async () => {
    const linh = await opening();
    const read = await linh.reads('Title,Price\nMoon,"€ 1.200,00"\nCrane,A$ 900\nCarp,AUD 80\n');
    expect(await linh.rowsOf(read)).toMatchObject([
      { kind: 'refused', problems: [{ message: 'This price is in EUR, and the shop sells in AUD' }] },
      { kind: 'new', changes: [{ after: 'Crane' }, { after: '$900.00' }, { label: 'Who sees it', after: 'draft' }] },
      { kind: 'new' },
    ]);
  });

  it.each([
    ['US$1,250', 'This price is in USD, and the shop sells in AUD'],
    ['NZ$ 900', 'This price is in NZD, and the shop sells in AUD'],
    ['1.250.000 đ', 'This price is in VND, and the shop sells in AUD'],
  ])('refuses the price %s, which is in another currency than that of the shop', async (price, message) => {
    const linh = await opening();
    const read = await linh.reads(`Title,Price\nMoon,"${price}"\n`);
    expect(await linh.rowsOf(read)).toMatchObject([{ kind: 'refused', problems: [{ message }] }]);
  });

  it('leaves a column out whose title names another currency, and takes the next price', async () => {
    const linh = await opening();
    const titles = ['Price (USD)', 'Price (usd)', 'Preis EUR', 'Preis (€)', 'Price (US$)', 'Price (AUD)', 'Title'];
    const read = await linh.reads(`${titles.join(';')}\n1;2;3;4;5;1250;Moon\n`);
    expect(read.columns.map(({ target }) => target)).toEqual([null, null, null, null, null, 'price', 'name']);
    expect(read.counts).toMatchObject({ new: 1, refused: 0 });
  });

  it('refuses prices of a column whose title names another currency, and prices that are not clear', async () => {
    const owner = await shop.admin('Linh');
    const linh = createImporter(shop, owner);
    const inDollars = await linh.reads('Title,Price USD\nMoon,1250\n');
    const targets = ['name', 'price'];
    const { body } = await shop.call('changeImportColumns', {
      token: owner.token,
      params: { id: inDollars.id },
      body: { targets },
    });
    expect(body.import.counts).toMatchObject({ refused: 1, new: 0 });
    const read = await linh.reads('Title,Price\nMoon,850.50\nCrane,1.250\nCarp,"1,250"\n');
    expect(await linh.rowsOf(read)).toMatchObject([
      { kind: 'new' },
      { kind: 'refused', problems: [{ message: 'It is not clear whether 1.250 has thousands or decimals' }] },
      { kind: 'new', changes: [{}, { after: '$1,250.00' }, {}] },
    ]);
  });

  it('gives a variant without an SKU no inventory number, and offers what is on backorder', async () => {
    const linh = await opening();
    const shopify =
      'Handle,Title,Option1 Value,Variant SKU,Variant Price\ncranes,Cranes,Framed,A-1,100\ncranes,,Unframed,,90\n';
    const read = await linh.reads(shopify);
    expect(read).toMatchObject({ format: 'shopify', counts: { new: 2, refused: 0 } });
    await linh.apply(read);
    expect((await linh.pieces()).map(({ inventoryNumber }) => inventoryNumber)).toEqual(['A-1', undefined]);
    const stock = await linh.reads(
      'ID,Type,SKU,Name,Published,In stock?,Regular price,Images\n7,simple,B-1,Moon,1,backorder,50,\n',
    );
    await linh.apply(stock);
    expect((await linh.pieces()).find(({ name }) => name === 'Moon')).toMatchObject({ status: 'available' });
  });

  it.each([
    ['', '', 60, 'The sale price is taken; the regular price is 90'],
    ['2001-01-01', '2999-12-31 10:00:00', 60, 'The sale price is taken; the regular price is 90'],
    ['2999-01-01', '', 90, 'Its sale is not on now, so the sale price is not taken'],
    ['', '2001-01-01T00:00:00+11:00', 90, 'Its sale is not on now, so the sale price is not taken'],
    ['soon', '', 90, 'The dates of its sale cannot be read, so the sale price is not taken'],
    ['2026-02-31', '', 90, 'The dates of its sale cannot be read, so the sale price is not taken'],
  ])(
    'takes a sale price only while the sale is on: from "%s" to "%s" the price is %i',
    async (starts, ends, price, warning) => {
      const linh = await opening();
      const read = await linh.reads(
        `ID,Type,Name,Date sale price starts,Date sale price ends,Sale price,Regular price\n1,simple,Moon,${starts},${ends},60,90\n`,
      );
      expect(await linh.rowsOf(read)).toMatchObject([{ kind: 'new', warnings: [warning] }]);
      await linh.apply(read);
      expect(await linh.pieces()).toMatchObject([{ price }]);
    },
  );

  it('includes the whole first and last day of a sale, in the time zone that is given', () => {
    const isOn = (now: string, ends: string) =>
      isInSalePeriod('2026-03-01', ends, { now: Date.parse(now), timeZone: 'Australia/Melbourne' });
    expect(isOn('2026-02-28T12:59:59Z', '2026-03-02')).toBe(false);
    expect(isOn('2026-02-28T13:00:00Z', '2026-03-02')).toBe(true);
    expect(isOn('2026-03-02T12:59:59Z', '2026-03-02')).toBe(true);
    expect(isOn('2026-03-02T13:00:00Z', '2026-03-02')).toBe(false);
  });

  it.each(['constructor', 'toString'])('reads a column title and a product type called %s', async (word) => {
    const linh = await opening();
    const read = await linh.reads(`ID,Type,Name,Regular price,${word}\n1,${word},Moon,90,x\n`);
    expect(read).toMatchObject({ format: 'woocommerce', counts: { new: 1 } });
    expect(read.columns[4]).toMatchObject({ title: word, target: null });
  });

  it('keeps an apostrophe of Shopify or of another list, also in refused rows, and removes the one that WooCommerce adds', async () => {
    const person = await shop.admin('Linh');
    const linh = createImporter(shop, person);
    await linh.imports("Handle,Title,Variant Price\nhome,'@home,5\n");
    await linh.imports("ID,Type,Name,Regular price\n1,simple,'@work,5\n");
    const list = await linh.reads("Title,Maker,Price\n'+one,=Mai,on request\n");
    const params = { id: list.id };
    const csv = (await shop.call('downloadRefusedRows', { token: person.token, params })).raw.toString();
    await linh.imports(csv.replace('on request', '7'));
    expect(await linh.pieces()).toMatchObject([
      { name: "'+one", artist: '=Mai' },
      { name: "'@home" },
      { name: '@work' },
    ]);
  });
});
