import fc from 'fast-check';
import { Parser, type ReadEntry } from 'tar';
import { expect, it } from 'vitest';
import { newListing } from '#contract/catalog.ts';
import { pieceFieldNames } from '#contract/collection/piece.ts';
import { csvCell, plainCell } from '#contract/csv.ts';
import { pieceColumnKeys } from '#contract/import-columns.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { createImporter } from '#server/testing/imports.ts';
import { panel } from '#server/testing/pictures.ts';
import { onEachEngine } from '#server/testing/shop.ts';

/** Texts that programs often misread: formulas, quotes, delimiters, line breaks, apostrophes, HTML, texts that look like numbers. */
const awkward = fc.oneof(
  fc.constantFrom('=1+1', "'=1", "''=x", '-5', '@SUM(A1)', '\u{FF1D}cmd', '1.250', '007', 'a,b;c\td', 'say "x"', '\\n'),
  fc.constantFrom('<b>&amp;</b>', 'Sơn mài, đỏ', '  spaces  ', "'", 'yes', 'null', 'https://a.example/x, y', '1e5'),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const prose = fc.array(awkward, { maxLength: 4 }).map((lines) => lines.join('\n'));
const measure = (steps: number) => fc.option(fc.integer({ min: 1, max: 9_999 }).map((value) => value / steps));

const piece = fc.record({
  name: awkward,
  series: awkward,
  artists: awkward,
  medium: awkward,
  size: awkward,
  owner: awkward,
  info: prose,
  spec: prose,
  story: prose,
  design: prose,
  description: prose,
  history: prose,
  framing: awkward,
  hanging: awkward,
  consignor: awkward,
  location: awkward,
  artist: awkward,
  price: fc.integer({ min: 1, max: 99_999_999 }).map((cents) => cents / 100),
  year: fc.option(fc.integer({ min: 1, max: 9_999 })),
  widthCm: measure(10),
  heightCm: measure(10),
  depthCm: measure(10),
  weightKg: measure(1_000),
  commissionPercent: fc.option(fc.integer({ min: 0, max: 10_000 }).map((value) => value / 100)),
  unique: fc.boolean(),
  resale: fc.boolean(),
  sizeClass: fc.constantFrom('', 'small', 'large', 'request'),
  taxStatus: fc.constantFrom('own', 'consigned', 'consigned-registered'),
  acquiredOn: fc.constantFrom(null, '2014-05-30'),
  hsCode: fc.constantFrom('', '9701.21'),
  origin: fc.constantFrom('', 'VN'),
  status: fc.constantFrom('available', 'sold'),
  visibility: fc.constantFrom('listed', 'draft', 'private'),
  images: fc.array(fc.constantFrom('https://a.example/1.jpg', 'https://b.example/x, y.png', 'http://c.example/?a=b'), {
    maxLength: 3,
  }),
  imageAlts: fc.array(fc.string({ maxLength: 10 }), { maxLength: 3 }),
  imageKinds: fc.array(fc.constantFrom('', 'back', 'frame-corner'), { maxLength: 3 }),
  imageGrounds: fc.array(fc.constantFrom('', 'dark', 'light'), { maxLength: 3 }),
});

it('A cell comes back as it was, also a formula', () => {
  fc.assert(
    fc.property(
      fc.oneof(awkward, prose, fc.string({ unit: fc.constantFrom("'", '=', ' ', '\t', '\n', 'a') })),
      (text) => {
        const cell = csvCell(text).slice(1, -1).replaceAll('""', '"');
        expect(plainCell(cell)).toBe(text);
      },
    ),
  );
});

it('The columns cover all fields of the product form except the ids of artist and series', () => {
  const fields = new Set<string>(pieceFieldNames);
  const columns = pieceColumnKeys.map((key) => (key === 'pictures' ? 'images' : key));
  expect(columns.filter((key) => !fields.has(key))).toEqual(['id', 'pictureTexts', 'pictureKinds', 'pictureGrounds']);
  // An import finds the artist and the series by their names.
  expect([...fields].filter((field) => !columns.some((key) => key === field))).toEqual(['artistId', 'seriesId']);
});

onEachEngine('An export of all pieces', (shop) => {
  it('changes nothing when it is imported again, whatever the pieces say', async () => {
    const ada = await shop.admin('Ada');
    const linh = createImporter(shop, ada);
    const pieces = fc.sample(piece, { numRuns: 120, seed: 20_261_125 }).flatMap((one) => {
      const parsed = newListing.safeParse(one);
      return parsed.success ? [{ ...one, inventoryNumber: '' }] : [];
    });
    expect(pieces.length).toBeGreaterThan(50);
    for (const [place, body] of pieces.entries())
      await shop.call('addProduct', { token: ada.token, body: { ...body, inventoryNumber: `=N-${place}` } });
    await shop.call('addArtist', { token: ada.token, body: { name: pieces[0]?.artist || 'Somebody' } });
    const file = await linh.exported();
    const read = await linh.reads(file);
    expect(read).toMatchObject({
      format: 'own',
      counts: { new: 0, change: 0, refused: 0, left: 0, same: pieces.length },
    });
    // A dry run changes nothing, so another export has the same bytes.
    expect((await linh.exported()).equals(file)).toBe(true);
  });

  it('brings the pieces into another shop as they were', async () => {
    const ada = await shop.admin('Ada');
    const linh = createImporter(shop, ada);
    await shop.listing('Moon', {
      price: 12.5,
      info: '=1\nx',
      images: ['https://a.example/1.jpg'],
      imageAlts: ['A moon'],
      imageKinds: ['signature' as const],
      imageGrounds: ['dark' as const],
      weightKg: 1.234,
    });
    await shop.listing('Carp', {
      visibility: 'private',
      commissionPercent: 33.33,
      taxStatus: 'consigned',
      unique: false,
    });
    const file = (await linh.exported()).toString();
    for (const { id } of await linh.pieces()) await shop.call('deleteProduct', { token: ada.token, params: { id } });
    const { counts } = await linh.imports(file);
    expect(counts).toMatchObject({ new: 2 });
    expect((await linh.exported()).toString()).toBe(file);
  });

  it('is also there as JSON', async () => {
    const { token } = await shop.admin('Ada');
    expect(JSON.parse((await shop.call('exportPiecesAsJson', { token })).raw.toString())).toEqual([]);
    await shop.listing('Moon', { year: 2020 });
    await shop.listing('Carp');
    const answer = await shop.call('exportPiecesAsJson', { token });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="pieces-\d{4}-\d\d-\d\d\.json"$/);
    expect(JSON.parse(answer.raw.toString())).toMatchObject([
      { id: 'carp', name: 'Carp' },
      { id: 'moon', name: 'Moon', year: 2020, price: 100, visibility: 'listed' },
    ]);
  });

  it('has the pictures as they were uploaded, named by their pieces, and names those that are elsewhere', async () => {
    const { token } = await shop.admin('Ada');
    const bytes = await panel().png().toBuffer();
    const upload = await shop.call('uploadImages', { token, ...filesBody('images', { name: 'moon.png', bytes }) });
    const [url = ''] = upload.body.imageUrls;
    await shop.listing('Moon', { images: ['https://a.example/1.jpg', url] });
    const { raw } = await shop.call('exportPictures', { token });
    const files = new Map<string, Buffer>();
    const reading = new Parser({
      onReadEntry(entry: ReadEntry) {
        const parts: Buffer[] = [];
        entry.on('data', (part: Buffer) => parts.push(part));
        entry.on('end', () => files.set(entry.path, Buffer.concat(parts)));
      },
    });
    await new Promise((resolve) => {
      reading.on('end', resolve);
      reading.end(raw);
    });
    expect([...files.keys()]).toEqual(['moon-02.png', 'not-included.csv']);
    const original = await shop.shop.media.readFile(url);
    expect(files.get('moon-02.png')?.equals(original ?? Buffer.alloc(0))).toBe(true);
    expect(files.get('not-included.csv')?.toString()).toContain('"moon","https://a.example/1.jpg"');
  });
});
