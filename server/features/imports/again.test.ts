import { expect, it } from 'vitest';
import { createImporter } from '#server/testing/imports.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('A file of pieces that is imported again', (shop) => {
  it('finds its pieces when its refused rows come back corrected', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    const { token } = await shop.admin('Second');
    await shop.listing('Moon', { price: 3200, inventoryNumber: 'VS-1' });
    await shop.listing('Crane', { price: 123 });
    const wrong = (await linh.exported()).toString().replace(',123,', ',on request,');
    const read = await linh.reads(wrong);
    expect(read.counts).toMatchObject({ same: 1, refused: 1 });
    const refused = (await shop.call('downloadRefusedRows', { token, params: { id: read.id } })).raw.toString();
    const again = await linh.reads(refused.replace('"on request"', '"150"'));
    expect(again).toMatchObject({ format: 'own', counts: { new: 0, change: 1, refused: 0 } });
    expect(again.columns.map(({ title }) => title)).toEqual(read.columns.map(({ title }) => title));
    await linh.apply(again);
    expect(await linh.pieces()).toMatchObject([
      { name: 'Crane', price: 150 },
      { name: 'Moon', price: 3200 },
    ]);
  });

  it('gives back all of its refused rows in the order of the file', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    const { token } = await shop.admin('Second');
    const names = Array.from({ length: 120 }, (_, place) => `Piece ${place}`);
    const { id } = await linh.reads(`name,price\n${names.map((name) => `${name},on request\n`).join('')}`);
    const refused = (await shop.call('downloadRefusedRows', { token, params: { id } })).raw.toString();
    expect([...refused.matchAll(/"(Piece \d+)"/g)].map(([, name]) => name)).toEqual(names);
  });

  it('remembers the columns of the file for its refused rows', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    const { token } = await shop.admin('Second');
    const { id } = await linh.reads('Bezeichnung,Wert\nMoon,on request\n');
    const body = { targets: ['name', 'price'] };
    await shop.call('changeImportColumns', { token, params: { id }, body });
    const refused = (await shop.call('downloadRefusedRows', { token, params: { id } })).raw.toString();
    const again = await linh.reads(refused.replace('on request', '5'));
    expect(again).toMatchObject({ columns: [{ target: 'name' }, { target: 'price' }], counts: { new: 1 } });
    expect((await linh.upload(Buffer.from('What is wrong\nRow 2\n'))).status).toBe(400);
  });

  it('is still read as the export of the shop if it has a further column, which is left out', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    await shop.listing('Moon', { price: 123, medium: 'Lacquer' });
    const lines = (await linh.exported()).toString().replace(',123,', ',150,').replace('"Lacquer"', '""');
    const file = lines.replace('\r\n', ',"Notes"\r\n').replace(/\r\n$/, ',"Look"\r\n');
    const read = await linh.reads(file);
    expect(read).toMatchObject({ format: 'own', counts: { new: 0, change: 1 } });
    expect(read.columns.at(-1)).toMatchObject({ title: 'Notes', target: null });
    expect((await linh.rowsOf(read))[0]?.changes).toMatchObject([
      { label: 'Price' },
      { label: 'Medium', after: 'empty' },
    ]);
  });

  it('may mix titles of the export with others, and a title like `constructor` is left out', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    const moon = await shop.listing('Moon', { price: 100 });
    const read = await linh.reads(`id,Title,price,hsCode,constructor\n${moon.id},Moon,150,9701.21,x\n`);
    expect(read.format).toBe('other');
    expect(read.columns.map(({ target }) => target)).toEqual(['id', 'name', 'price', 'hsCode', null]);
    expect(read.counts).toMatchObject({ new: 0, change: 1 });
  });

  it('adds its pieces only once when two people have uploaded it', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    const stan = createImporter(shop, await shop.admin('Stan', 'staff'));
    const files = [
      'Handle,Title,Variant Price\nmoon,Moon,5\n',
      'Title,Price\nCrane,6\n',
      'name,price\nCarp,7\n',
      'id,name,price\nwell,Well,8\n',
    ];
    for (const file of files) {
      const [first, second] = [await linh.reads(file), await stan.reads(file)];
      expect((await linh.apply(first)).status).toBe(200);
      expect(await stan.apply(second)).toMatchObject({
        status: 409,
        body: { outdated: [{ row: 2, reason: 'It was imported meanwhile' }] },
      });
      await linh.undo(first);
      expect((await stan.apply(second)).status).toBe(200);
    }
    expect((await linh.pieces()).map(({ name }) => name)).toEqual(['Carp', 'Crane', 'Moon', 'Well']);
  });
});

onEachEngine('What an import refuses', (shop) => {
  it('is an id that cannot be in the address of a page', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    const ids = ['a/b', 'Sơn', 'x'.repeat(65), 'a b', 'x'.repeat(64), 'VS_1-a'];
    const read = await linh.reads(`id,name,price\n${ids.map((id, place) => `${id},Piece ${place},5\n`).join('')}`);
    expect(read.counts).toMatchObject({ new: 2, refused: 4 });
    expect((await linh.rowsOf(read))[0]).toMatchObject({
      kind: 'refused',
      problems: [{ column: 'id', message: 'An id has letters, digits, - and _, at most 64', value: 'a/b' }],
    });
    await linh.apply(read, true);
    expect((await linh.pieces()).map(({ id }) => id)).toEqual(['x'.repeat(64), 'VS_1-a']);
  });

  it('is a plan from before the columns were changed, also if the new planning failed half way', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    const { token } = await shop.admin('Second');
    const rows = Array.from({ length: 150 }, (_, place) => `Piece ${place},5,Text\n`);
    const read = await linh.reads(`Title,Price,Notes\n${rows.join('')}`);
    const setLastSource = (source: string) =>
      shop.shop.database.write((tx) =>
        tx
          .updateTable('import_rows')
          .set({ source })
          .where('import_id', '=', read.id)
          .where('position', '=', 150)
          .execute(),
      );
    await setLastSource('{');
    const body = { targets: ['name', 'price', 'info'] };
    expect((await shop.call('changeImportColumns', { token, params: { id: read.id }, body })).status).toBe(500);
    for (const plan of [read.plan, ''])
      expect(await linh.apply({ ...read, plan })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('look again') },
      });
    expect(await linh.pieces()).toEqual([]);
    await setLastSource(JSON.stringify({ row: 151, cells: ['Last', '5', ''], key: null, left: '', warnings: [] }));
    const again = (await shop.call('changeImportColumns', { token, params: { id: read.id }, body })).body.import;
    expect((await linh.apply(again)).status).toBe(200);
  });

  it('is a new artist whom somebody else has added meanwhile, with a message of its own', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    const { token } = await shop.admin('Second');
    const read = await linh.reads('name,price,artist\nMoon,5,Mai\n');
    await shop.call('addArtist', { token, body: { name: 'Mai' } });
    const { status, body } = await linh.apply(read);
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'An artist or a series in row 2 was added meanwhile. Please look again.',
    });
    const targets = read.columns.map(({ target }) => target);
    const again = await shop.call('changeImportColumns', { token, params: { id: read.id }, body: { targets } });
    expect((await linh.apply(again.body.import)).status).toBe(200);
  });
});
