import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CataloguePaper, PaperOrder } from '#contract/catalogue-papers.ts';
import { isRefusal } from '#contract/errors.ts';
import { panel } from '#server/testing/pictures.ts';
import { pageTexts, structureOf } from '#server/testing/read-pdf.ts';
import { onEachEngine, onSqlite, type TestShop } from '#server/testing/shop.ts';
import { createPaperQueue } from './catalogue-papers.ts';

const day = 24 * 60 * 60_000;

onEachEngine('Catalogues, price lists and wall labels', (shop) => {
  const { order, begin, paperOf, download, filesOf, make } = papersOf(shop);

  it('can be a price list in the chosen order, which says Sold instead of the price of a sold piece', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const [moon, carp, wave] = [
      await shop.listing('Moon', { price: 3200, artist: 'Lê Vân Khê', year: 2023, size: '75 x 96 cm' }),
      await shop.listing('Carp', { price: 3400 }),
      await shop.listing('Wave', { price: 4200 }),
    ];
    await shop.buy(await shop.customer('Anna'), carp);
    const { paper, pages, structure } = await make(token, order([wave, moon, carp]));
    expect(paper).toMatchObject({ state: 'done', kind: 'list', pieces: 3, drawn: 3, pages: 1, leftOut: [] });
    expect(paper.size).toBeGreaterThan(1000);
    expect(structure.unread.trim()).toBe('');
    const read = structure.elements.map((element) => element.trim());
    expect(read.find((element) => element.startsWith('Document > H1: Prices, '))).toBeDefined();
    expect(read.filter((element) => element.includes('Table'))).toEqual([
      'Document > Table > TR > TH: Piece',
      'Document > Table > TR > TH: Price',
      'Document > Table > TR > TH > P: Wave',
      'Document > Table > TR > TD: $4,200.00',
      'Document > Table > TR > TH > P: Moon',
      'Document > Table > TR > TH > P: Lê Vân Khê, 2023. 75 x 96 cm',
      'Document > Table > TR > TD: $3,200.00',
      'Document > Table > TR > TH > P: Carp',
      'Document > Table > TR > TD > P: Sold',
    ]);
    expect(pages.join()).not.toContain('3,400');
  });

  it('leave out discontinued pieces and say so, and are refused if all pieces are discontinued', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    await shop.call('updateProduct', { token, params: { id: carp.id }, body: { status: 'discontinued' } });
    const { paper, pages } = await make(token, order([moon, carp]));
    expect(paper).toMatchObject({ pieces: 1, leftOut: ["'Carp' is left out because it is discontinued."] });
    expect(pages.join()).not.toContain('Carp');
    expect(await begin(token, order([carp]))).toMatchObject({ status: 409 });
  });

  it('are refused with an unknown piece, no piece, more than 200, and the same one twice', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const moon = await shop.listing('Moon');
    expect(await begin(token, order([moon, { id: 'unknown' }]))).toMatchObject({ status: 404 });
    expect(await begin(token, order([moon], { coverId: 'unknown' }))).toMatchObject({ status: 404 });
    expect(await begin(token, order([]))).toMatchObject({ status: 400 });
    expect(await begin(token, order([moon, moon]))).toMatchObject({ status: 400 });
    const many = Array.from({ length: 201 }, (_, count) => ({ id: `piece-${count}` }));
    expect(await begin(token, order(many))).toMatchObject({ status: 400 });
  });

  it('are made by staff and read by viewers, and are not for buyers and guests', async () => {
    const [{ token }, viewer, anna] = [
      await shop.admin('Mai', 'staff'),
      await shop.admin('Vera', 'viewer'),
      await shop.customer('Anna'),
    ];
    const moon = await shop.listing('Moon');
    const { paper } = await make(token, order([moon]));
    expect((await shop.call('listCataloguePapers', { token: viewer.token })).body.papers).toMatchObject([
      { id: paper.id },
    ]);
    expect((await download(viewer.token, paper.id)).status).toBe(200);
    expect((await begin(viewer.token, order([moon]))).status).toBe(403);
    for (const call of [begin(anna.token, order([moon])), download(anna.token, paper.id)])
      expect((await call).status).toBe(403);
    expect((await shop.call('downloadCataloguePaper', { params: { id: paper.id } })).status).toBe(401);
    expect((await shop.request('GET', `/media/papers/${paper.id}.pdf`)).status).toBe(404);
  });

  it('wait while another is drawn, at most five in all, and are drawn again if the process that drew them has ended', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const moon = await shop.listing('Moon');
    await shop.shop.cataloguePapers.close();
    const answers: Awaited<ReturnType<typeof begin>>[] = [];
    for (let count = 0; count < 6; count++) answers.push(await begin(token, order([moon])));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 409]);
    const [first = '', second = '', ...others] = answers.map(({ body }) => body.paper?.id);
    // Two are enough to draw.
    for (const id of others.filter((one) => one !== undefined))
      expect((await shop.call('removeCataloguePaper', { token, params: { id } })).status).toBe(200);
    expect((await paperOf(token, first)).state).toBe('waiting');
    expect((await download(token, first)).status).toBe(409);
    const other = createPaperQueue(() => shop.shop);
    const begun = { state: 'running', claim: 'of an ended process', due_at: shop.shop.clock() + 60_000 } as const;
    await shop.shop.database.write((tx) =>
      tx.updateTable('catalogue_papers').set(begun).where('id', '=', first).execute(),
    );
    other.wake();
    await other.settled();
    expect((await paperOf(token, second)).state).toBe('waiting');
    shop.passTime(61_000);
    other.wake();
    await other.settled();
    expect((await paperOf(token, first)).state).toBe('done');
    expect((await paperOf(token, second)).state).toBe('done');
    await other.close();
  });

  it('can be cancelled before they are done and deleted afterwards, and are deleted by the shop after a day', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const moon = await shop.listing('Moon');
    const remove = (id: string) => shop.call('removeCataloguePaper', { token, params: { id } });
    const { paper } = (await begin(token, order([moon]))).body;
    expect((await remove(paper.id)).status).toBe(200);
    await shop.shop.cataloguePapers.settled();
    expect((await shop.call('getCataloguePaper', { token, params: { id: paper.id } })).status).toBe(404);
    expect(await filesOf()).toEqual([]);

    const made = await make(token, order([moon]));
    expect(await filesOf()).toEqual([`${made.paper.id}.pdf`]);
    expect((await remove(made.paper.id)).status).toBe(200);
    expect(await filesOf()).toEqual([]);
    expect((await remove(made.paper.id)).status).toBe(404);

    const old = await make(token, order([moon]));
    expect(Date.parse(old.paper.until ?? '')).toBeGreaterThanOrEqual(Date.parse(old.paper.createdAt) + day);
    shop.passTime(day + 60_000);
    shop.shop.cataloguePapers.wake();
    await shop.shop.cataloguePapers.settled();
    expect((await shop.call('listCataloguePapers', { token })).body.papers).toEqual([]);
    expect(await filesOf()).toEqual([]);
  });

  it('are deleted later if their file cannot be deleted at once, and others are drawn meanwhile', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const moon = await shop.listing('Moon');
    const { cataloguePapers } = shop.shop;
    const { paper } = await make(token, order([moon]));
    const file = join(shop.directory, 'media', 'papers', `${paper.id}.pdf`);
    await rm(file);
    // A directory cannot be removed as a file.
    await mkdir(file);
    shop.passTime(day + 60_000);
    const other = await make(token, order([moon]));
    expect(other.paper.state).toBe('done');
    await rmdir(file);
    shop.passTime(61_000);
    cataloguePapers.wake();
    await cataloguePapers.settled();
    const { papers } = (await shop.call('listCataloguePapers', { token })).body;
    expect(papers.map(({ id }: CataloguePaper) => id)).toEqual([other.paper.id]);
  });

  it('say how many pieces are drawn, and their process ends when they are cancelled in the middle', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const kept = await shop.shop.media.keepPicture(await panel().png().toBuffer());
    if (isRefusal(kept)) throw new Error(kept.message);
    const listings: { id: string }[] = [];
    for (const name of ['Moon', 'Carp', 'Wave', 'Frost'])
      listings.push(await shop.listing(name, { images: [kept.url] }));
    await shop.shop.cataloguePapers.close();
    const { paper } = (await begin(token, order(listings, { kind: 'catalogue' }))).body;
    const seen: number[] = [];
    /** Between two pieces half a second passes; before the fourth the paper is cancelled. */
    const readFile = async (path: string) => {
      shop.passTime(500);
      if (seen.length < 3) seen.push((await paperOf(token, paper.id)).drawn);
      else await shop.call('removeCataloguePaper', { token, params: { id: paper.id } });
      return shop.shop.media.readFile(path);
    };
    const queue = createPaperQueue(() => ({ ...shop.shop, media: { ...shop.shop.media, readFile } }));
    queue.wake();
    await queue.settled();
    await queue.close();
    expect(seen).toEqual([0, 1, 2]);
    expect((await shop.call('listCataloguePapers', { token })).body.papers).toEqual([]);
    expect(await filesOf()).toEqual([]);
    expect(await readdir(join(shop.directory, 'media', 'incoming')).catch(() => [])).toEqual([]);
  });

  it('are made from chosen pieces, which the panel reads in their order', async () => {
    const { token } = await shop.admin('Vera', 'viewer');
    const [moon, carp] = [await shop.listing('Moon'), await shop.listing('Carp')];
    const query = { ids: [carp.id, 'unknown', moon.id].join(',') };
    const { listings } = (await shop.call('listCataloguePieces', { token, query })).body;
    expect(listings.map(({ name }: { name: string }) => name)).toEqual(['Carp', 'Moon']);
  });
});

onSqlite('A paper of chosen pieces', (shop) => {
  const { order, make } = papersOf(shop);

  it.each(['catalogue', 'list', 'labels'] as const)('of the kind %s can be without prices', async (kind) => {
    const { token } = await shop.admin('Mai', 'staff');
    const [moon, carp] = [await shop.listing('Moon', { price: 3200 }), await shop.listing('Carp', { price: 3400 })];
    const { pages } = await make(token, order([moon, carp], { kind, showsPrices: false }));
    expect(pages.join()).toContain('Carp');
    expect(pages.join()).not.toMatch(/\$|3.?[24]00|AUD|Price/);
  });

  it('of the kind catalogue has a cover, a page for each piece, and texts that continue on further pages', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const kept = await shop.shop.media.keepPicture(await panel(900, 600).png().toBuffer());
    if (isRefusal(kept)) throw new Error(kept.message);
    const story = 'A panel of many coats. '.repeat(300).trim();
    const moon = await shop.listing('Red River Moon 鈴木', {
      images: [kept.url],
      imageAlts: ['A moon'],
      artist: 'Lê Vân Khê',
    });
    const wave = await shop.listing('The Seventh Wave', { story });
    const choices = {
      kind: 'catalogue' as const,
      title: 'Spring',
      subtitle: 'Seven coats',
      coverId: moon.id,
      showsQr: true,
    };
    const { paper, pages, structure } = await make(token, order([moon, wave], choices));
    expect(paper).toMatchObject({ title: 'Spring', pages: pages.length });
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.join()).toContain('$100.00');
    expect(structure.unread.trim()).toBe('');
    const read = structure.elements.map((element) => element.trim());
    expect(read.slice(0, 5)).toEqual([
      'Document > P: Vàng Son',
      'Document > Figure: A moon',
      'Document > H1: Spring',
      'Document > P: Seven coats',
      'Document > P: 2 pieces',
    ]);
    expect(read.slice(5, 8)).toEqual([
      'Document > Sect > Figure: A moon',
      'Document > Sect > H2: Red River Moon 鈴木',
      'Document > Sect > P: Lê Vân Khê',
    ]);
    expect(read).toContainEqual(expect.stringMatching(/Sect > Figure: QR code: https:\/\/shop\.test\/product\//));
    // A paragraph that continues on the next page is one element on each page.
    const told = read.filter((element) => element.includes('coats')).map((element) => element.replace(/.*> P: /, ''));
    expect(
      told
        .slice(1)
        .join(' ')
        .match(/A panel of many coats\./g),
    ).toHaveLength(300);
  });

  it('of the kind labels has as many on a sheet as fit, and shortens texts that are too long', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const listings: { id: string }[] = [];
    for (let count = 1; count <= 9; count++)
      listings.push(await shop.listing(`Panel ${count}`, { info: 'Coat after coat of lacquer. '.repeat(60) }));
    const { pages, structure } = await make(token, order(listings, { kind: 'labels', showsQr: true }));
    expect(pages).toHaveLength(2);
    expect(pages[1]).toContain('Panel 9');
    expect(pages[0]).toContain('…');
    expect(pages[0]).toContain('$100.00');
    expect(structure.elements.filter((element) => element.includes('LI > LBody > P: Panel'))).toHaveLength(9);
    const large = await make(token, order(listings, { kind: 'labels', labelSize: 'large' }));
    expect(large.pages).toHaveLength(3);
  });

  it.each(['catalogue', 'labels'] as const)('prints the edition note of a piece (%s)', async (kind) => {
    const { token } = await shop.admin('Mai', 'staff');
    const moon = await shop.listing('Moon', { editionNote: 'Number 3 of 12' });
    const { pages } = await make(token, order([moon], { kind }));
    expect(pages.join()).toContain('Number 3 of 12');
  });

  it('has its fixed words in Vietnamese', async () => {
    const { token } = await shop.admin('Mai', 'staff');
    const moon = await shop.listing('Moon', { size: '75 x 96 cm' });
    const { pages, file } = await make(token, order([moon], { language: 'vi', kind: 'catalogue' }));
    for (const words of ['Danh mục tác phẩm', '1 tác phẩm', 'Kích thước']) expect(pages.join()).toContain(words);
    expect(file.toString('latin1')).toContain('/Lang (vi)');
  });
});

function papersOf(shop: TestShop) {
  const order = (listings: readonly { id: string }[], more: Partial<PaperOrder> = {}) => ({
    kind: 'list' as const,
    listingIds: listings.map(({ id }) => id),
    ...more,
  });
  const begin = (token: string, body: ReturnType<typeof order>) => shop.call('makeCataloguePaper', { token, body });
  const paperOf = async (token: string, id: string): Promise<CataloguePaper> =>
    (await shop.call('getCataloguePaper', { token, params: { id } })).body.paper;
  const download = (token: string, id: string) => shop.call('downloadCataloguePaper', { token, params: { id } });
  const filesOf = () => readdir(join(shop.directory, 'media', 'papers')).catch(() => []);
  /** Makes a paper and reads it. */
  async function make(token: string, body: ReturnType<typeof order>) {
    const { paper } = (await begin(token, body)).body;
    await shop.shop.cataloguePapers.settled();
    const file = (await download(token, paper.id)).raw;
    return { paper: await paperOf(token, paper.id), pages: pageTexts(file), structure: structureOf(file), file };
  }
  return { order, begin, paperOf, download, filesOf, make };
}
