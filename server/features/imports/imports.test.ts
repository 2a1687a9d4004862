import { expect, it } from 'vitest';
import { createImporter } from '#server/testing/imports.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const day = 24 * 3_600_000;

onEachEngine('An import of pieces', (shop) => {
  const opening = async () => createImporter(shop, await shop.admin('Linh'));

  it('shows first what it would do with each row, and writes nothing', async () => {
    const linh = await opening();
    const moon = await shop.listing('Moon', { price: 3200, inventoryNumber: 'VS-1', year: 2024 });
    const crane = await shop.listing('Crane', { price: 6800 });
    const same = await shop.listing('Same', { price: 10 });
    const sold = await shop.listing('Sold', { price: 50 });
    await shop.buy(await shop.customer('Anna'), sold);
    const read = await linh.reads(
      [
        'id,inventoryNumber,name,price,year',
        ',VS-1,Moon,3400,2023',
        `${crane.id},,Crane,680,`,
        `${same.id},,Same,10,`,
        `${sold.id},,Sold,60,`,
        ',,New,12.5,2020',
        ',,,5,',
        ',,On request,on request,',
        ',vs-1,Moon again,5,',
      ].join('\n'),
    );
    expect(read).toMatchObject({
      format: 'own',
      state: 'planned',
      counts: { new: 1, change: 2, same: 1, left: 1, refused: 3 },
    });
    expect(await linh.rowsOf(read)).toMatchObject([
      {
        row: 2,
        kind: 'change',
        foundBy: 'Number VS-1',
        changes: [
          { label: 'Price', before: '$3,200.00', after: '$3,400.00', warning: '' },
          { label: 'Year', before: '2024', after: '2023' },
        ],
      },
      { kind: 'change', changes: [{ warning: 'A tenth of now or less: look again' }] },
      { kind: 'same', changes: [] },
      { kind: 'left', reason: 'It is sold, and sold pieces never change by import' },
      { kind: 'new', name: 'New', listingId: null },
      { kind: 'refused', problems: [{ column: 'name', message: 'A piece needs a name' }] },
      { kind: 'refused', problems: [{ column: 'price', message: 'The price is not a number', value: 'on request' }] },
      { kind: 'refused', problems: [{ message: 'Row 2 has the same number vs-1' }] },
    ]);
    expect(await linh.rowsOf(read, 'left')).toHaveLength(1);
    expect((await linh.pieces()).map(({ name, price }) => [name, price])).toEqual([
      ['Crane', 6800],
      ['Moon', 3200],
      ['Same', 10],
      ['Sold', 50],
    ]);
    expect(moon.id).toBe('moon');
  });

  it('writes everything that it showed, and the same file again changes nothing', async () => {
    const linh = await opening();
    await shop.listing('Moon', { price: 3200, inventoryNumber: 'VS-1', info: 'Kept' });
    const file =
      'Inventory number;Title;Preis AUD;Maker;dims;Notes\nVS-1;Moon;3.400,00;Le Van Khe;75x96x4,5;a\n;New one;1.250,50;Mai;30 in x 40 in;b\n';
    const imported = await linh.imports(file);
    expect(imported).toMatchObject({ format: 'other', state: 'imported', counts: { new: 1, change: 1 } });
    expect(imported.columns).toMatchObject([
      { target: 'inventoryNumber' },
      { target: 'name', readAs: 'Text' },
      { target: 'price', readAs: '$3,400.00. Comma as decimal point.' },
      { target: 'artist' },
      { target: 'dimensions', readAs: '75 × 96 × 4.5' },
      { target: null, readAs: 'Left out' },
    ]);
    const pieces = await linh.pieces();
    expect(pieces).toMatchObject([
      { name: 'Moon', price: 3400, artist: 'Le Van Khe', widthCm: 75, heightCm: 96, depthCm: 4.5, info: 'Kept' },
      { name: 'New one', price: 1250.5, artist: 'Mai', widthCm: 76.2, heightCm: 101.6, visibility: 'draft' },
    ]);
    const again = await linh.reads(file);
    expect(again.counts).toEqual({ new: 0, change: 0, same: 2, refused: 0, left: 0 });
    expect((await linh.apply(again)).status).toBe(409);
  });

  it('chooses artists and series by name, also without diacritics, and adds those that are new', async () => {
    const linh = await opening();
    const { token } = await shop.admin('Second');
    const khe = (await shop.call('addArtist', { token, body: { name: 'Lê Vân Khê' } })).body.artist;
    const file = 'name,price,artist,series\nOne,1,Le Van Khe,Water\nTwo,2,Mai Lan,Water\n';
    const read = await linh.reads(file);
    expect(read.columns[2]?.readAs).toContain('1 of 2 known. Le Van Khe is taken as Lê Vân Khê.');
    expect(read.notices.join(' ')).toContain('1 artist is not known yet and will be added');
    await linh.apply(read);
    const pieces = await linh.pieces();
    expect(pieces).toMatchObject([
      { name: 'One', artist: 'Lê Vân Khê', artistId: khe.id, series: 'Water' },
      { name: 'Two', artist: 'Mai Lan', series: 'Water', seriesId: pieces[0]?.seriesId },
    ]);
    const { artists } = (await shop.call('listArtistsAsAdmin', { token })).body;
    expect(artists).toMatchObject([{ name: 'Lê Vân Khê' }, { name: 'Mai Lan', published: false }]);
  });

  it('imports nothing if a piece was changed or sold since the dry run, and names the piece', async () => {
    const linh = await opening();
    const { token } = await shop.admin('Second');
    const [moon, crane] = [await shop.listing('Moon'), await shop.listing('Crane')];
    const file = `id,name,price\n${moon.id},Moon,150\n${crane.id},Crane,160\n,New,5\n`;
    const changed = await linh.reads(file);
    await shop.call('updateProduct', { token, params: { id: moon.id }, body: { year: 1990 } });
    const refused = await linh.apply(changed);
    expect(refused).toMatchObject({
      status: 409,
      body: { outdated: [{ row: 2, name: 'Moon', reason: 'It was changed' }] },
    });
    expect(refused.body.message).toContain('Moon (row 2)');
    const bought = await linh.reads(file);
    await shop.buy(await shop.customer('Anna'), crane);
    expect((await linh.apply(bought)).body.message).toContain('Crane (row 3)');
    expect((await linh.pieces()).map(({ price }) => price)).toEqual([100, 100]);
    expect((await linh.apply(await linh.reads(file))).body.import.counts).toMatchObject({ new: 1, change: 1, left: 1 });
  });

  it('imports the rest only if the rows that cannot be read are left out, and gives them back with the reason', async () => {
    const linh = await opening();
    const { token } = await shop.admin('Second');
    const read = await linh.reads('name,price\nGood,5\n=Bad,on request\n');
    expect(await linh.apply(read)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('cannot be read') },
    });
    const csv = (await shop.call('downloadRefusedRows', { token, params: { id: read.id } })).raw.toString();
    expect(csv).toBe(
      '\uFEFF"What is wrong","name","price"\r\n"Row 3. price: The price is not a number","\'=Bad","on request"\r\n',
    );
    const inVietnamese = { token, params: { id: read.id }, headers: { 'accept-language': 'vi' } };
    expect((await shop.call('downloadRefusedRows', inVietnamese)).raw.toString()).toBe(
      '\uFEFF"What is wrong","name","price"\r\n"Dòng 3. price: Giá không phải là số","\'=Bad","on request"\r\n',
    );
    expect((await linh.apply(read, true)).status).toBe(200);
    expect((await linh.pieces()).map(({ name }) => name)).toEqual(['Good']);
  });

  it('remembers what the columns become for files with the same titles', async () => {
    const linh = await opening();
    const { token } = await shop.admin('Second');
    const first = await linh.reads('Bezeichnung,Wert\nMoon,5\n');
    expect(first).toMatchObject({ counts: { refused: 1 }, columns: [{ target: null }, { target: null }] });
    const change = (targets: (string | null)[]) =>
      shop.call('changeImportColumns', { token, params: { id: first.id }, body: { targets } });
    expect((await change(['name', 'name'])).body.message).toBe(
      'Two columns cannot both become “Name”. Leave one of them out.',
    );
    expect((await change(['name'])).status).toBe(400);
    const mapped = (await change(['name', 'price'])).body.import;
    expect(mapped.counts).toMatchObject({ new: 1, refused: 0 });
    expect((await linh.apply(first)).body.message).toContain('columns were changed meanwhile');
    expect((await linh.reads('Bezeichnung,Wert\nOther,6\n')).counts).toMatchObject({ new: 1 });
  });

  it('is taken back within 24 hours: new pieces are deleted, changed ones get their values back', async () => {
    const linh = await opening();
    const { token } = await shop.admin('Second');
    const moon = await shop.listing('Moon', { price: 100, year: 2020, artist: 'Mai' });
    const imported = await linh.imports(
      `id,name,price,year,artist\n${moon.id},Moon,150,2021,Lan\n,New,5,,Lan\n,Kept,6,,\n`,
    );
    const kept = (await linh.pieces()).find(({ name }) => name === 'Kept');
    await shop.call('updateProduct', { token, params: { id: kept?.id ?? '' }, body: { year: 1990 } });
    await shop.call('updateProduct', { token, params: { id: moon.id }, body: { price: 170 } });
    const preview = (await shop.call('previewImportUndo', { token, params: { id: imported.id } })).body;
    const undone = (await linh.undo(imported)).body;
    expect(undone).toMatchObject({
      deleted: 1,
      restored: 1,
      keptCount: 2,
      kept: [
        { name: 'Moon', reason: 'Changed since: Price' },
        { name: 'Kept', reason: 'It was changed since' },
      ],
    });
    expect(preview).toEqual(undone);
    expect(await linh.pieces()).toMatchObject([
      { name: 'Kept' },
      { name: 'Moon', price: 170, year: 2020, artist: 'Mai' },
    ]);
    expect((await shop.call('listArtistsAsAdmin', { token })).body.artists).toEqual([]);
    expect((await linh.undo(imported)).body.message).toBe('This import was taken back already.');
    const { entries } = (await shop.call('listAuditEntries', { token, query: { pageSize: 200 } })).body;
    expect(entries.find(({ action }) => action === 'pieces imported')).toMatchObject({
      adminName: 'Linh',
      after: { file: 'stock.csv', added: 2, changed: 1 },
    });
    expect(entries.find(({ action }) => action === 'import undone')).toMatchObject({ after: { deleted: 1, kept: 2 } });
  });

  it('leaves sold and ordered pieces when it is taken back, which is refused after a day', async () => {
    const linh = await opening();
    const imported = await linh.imports(
      'name,price,visibility\nBought,5,listed\nHeld,6,listed\nFree,7,listed\nGone,8,\n',
    );
    const [bought, free, gone, held] = await linh.pieces();
    if (!bought || !free || !gone || !held) throw new Error('Four pieces were imported');
    const anna = await shop.customer('Anna');
    await shop.buy(anna, bought);
    const items = [{ listingId: held.id, price: 6 }];
    await shop.call('createCheckout', { token: anna.token, body: { items } });
    shop.passTime(day - 60_000);
    // The hold has ended by now, but its order refers to the piece.
    expect((await linh.undo(imported)).body).toMatchObject({
      deleted: 2,
      kept: [
        { name: 'Bought', reason: 'It is sold now' },
        { name: 'Held', reason: 'It is in an order' },
      ],
    });
    const later = await linh.imports('name,price\nLater,5\n');
    shop.passTime(day + 1);
    expect(await linh.undo(later)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('24 hours') },
    });
  });

  it('is for staff: viewers neither make nor see imports, and staff cannot export', async () => {
    const linh = await opening();
    const [viewer, staff] = [await shop.admin('Vera', 'viewer'), await shop.admin('Stan', 'staff')];
    const read = await linh.reads('name,price\nMoon,5\n');
    const asViewer = createImporter(shop, viewer);
    expect((await asViewer.upload(Buffer.from('name,price\nMoon,5\n'))).status).toBe(403);
    expect((await asViewer.apply(read)).status).toBe(403);
    expect((await shop.call('getImport', { token: viewer.token, params: { id: read.id } })).status).toBe(403);
    expect((await shop.call('exportPieces', { token: staff.token })).status).toBe(403);
    const asStaff = createImporter(shop, staff);
    expect((await asStaff.apply(await asStaff.reads('name,price\nMoon,5\n'))).status).toBe(200);
  });

  it('does not change a piece that somebody is paying for', async () => {
    const linh = await opening();
    const moon = await shop.listing('Moon');
    const anna = await shop.customer('Anna');
    await shop.call('createCheckout', { token: anna.token, body: { items: [{ listingId: moon.id, price: 100 }] } });
    const read = await linh.reads(`id,name,price\n${moon.id},Moon,150\n`);
    expect(await linh.rowsOf(read)).toMatchObject([{ kind: 'left', reason: 'Somebody is paying for it right now' }]);
  });

  it('reads spaces, apostrophes and commas in numbers only where they separate thousands', async () => {
    const linh = await opening();
    const read = await linh.reads(
      [
        'Title;Price;Height;Size',
        `Feet;5;5' 6";`,
        'Gap;12 50;;',
        "Swiss;1'250;;",
        'French;1 250,50;;"1,200 x 900 mm"',
        'Vietnam;1 250 000;1,200 mm;',
      ].join('\n'),
    );
    expect(await linh.rowsOf(read, 'refused')).toMatchObject([
      { name: 'Feet', problems: [{ message: 'Height is not a number' }] },
      { name: 'Gap', problems: [{ message: 'The price is not a number' }] },
    ]);
    await linh.apply(read, true);
    expect(await linh.pieces()).toMatchObject([
      { name: 'French', price: 1250.5, widthCm: 120, heightCm: 90 },
      { name: 'Swiss', price: 1250 },
      { name: 'Vietnam', price: 1_250_000, heightCm: 120 },
    ]);
  });
});
