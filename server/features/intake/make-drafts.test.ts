import { expect, it, vi } from 'vitest';
import type { IntakeField } from '#contract/intake-cells.ts';
import { durations } from '#contract/limits.ts';
import { intakeOf } from '#server/testing/photographs.ts';
import { anAdmin, pathsOnDisk } from '#server/testing/pictures.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('Drafts of the intake', (shop) => {
  const opened = async () => {
    const { token, id: adminId } = await anAdmin(shop);
    const intake = intakeOf(shop, { token });
    return {
      token,
      adminId,
      ...intake,
      async type(name: string, cells: Partial<Record<IntakeField, string>>) {
        const pieceId = await intake.pieceId(name);
        const changes = Object.entries(cells).map(([field, value]) => ({
          pieceId,
          field: field as IntakeField,
          value,
        }));
        await shop.call('saveCells', { token, body: { changes } });
      },
      make: (pieceIds?: string[]) => shop.call('makeDrafts', { token, body: pieceIds ? { pieceIds } : {} }),
      drafts: async () =>
        (await shop.call('listListingsAsAdmin', { token, query: { status: 'draft', sort: 'name', order: 'asc' } })).body
          .listings,
    };
  };

  it('have what was typed, the known artist, and their pictures in order', async () => {
    const { sendAll, type, make, drafts, pictureId, adminId, token, names } = await opened();
    const { body } = await shop.call('addArtist', { token, body: { name: 'Lê Vân Khê' } });
    await sendAll('moon-1.jpg', 'moon-2.jpg', 'moon-3.jpg');
    await shop.call('putPictureFirst', { token, body: { pictureId: await pictureId('moon-2.jpg') } });
    await type('Moon', {
      price: '$3,200.50',
      artist: 'lê vân khê',
      year: '2023',
      medium: 'Lacquer on wood',
      widthCm: '75.5',
      heightCm: '96',
      depthCm: '',
      inventoryNumber: 'VS-101',
      location: 'Rack 4',
    });
    const made = await make();
    expect(made.body).toMatchObject({ made: [{ listingId: 'moon' }], left: [] });
    const [draft] = await drafts();
    expect(draft).toMatchObject({
      id: 'moon',
      name: 'Moon',
      price: 3200.5,
      artist: 'Lê Vân Khê',
      artistId: body.artist.id,
      year: 2023,
      medium: 'Lacquer on wood',
      widthCm: 75.5,
      heightCm: 96,
      depthCm: null,
      visibility: 'draft',
      inventoryNumber: 'VS-101',
      location: 'Rack 4',
      status: 'available',
    });
    const rows = await shop.shop.database.read.selectFrom('intake_pictures').selectAll().orderBy('position').execute();
    expect(rows.map(({ file_name }) => file_name)).toEqual(['moon-2.jpg', 'moon-1.jpg', 'moon-3.jpg']);
    expect(draft?.images).toEqual(rows.map(({ hash }) => `/media/${hash}/original.png`));
    expect(await names()).toEqual([]);
    expect((await shop.call('getListing', { params: { id: 'moon' } })).status).toBe(404);
    const audit = await shop.call('listAuditEntries', { token, query: { q: 'product added' } });
    expect(audit.body.entries).toMatchObject([{ adminId, subject: 'moon', action: 'product added' }]);
  });

  it('are not made of rows with errors, and the errors are in the words of the form', async () => {
    const { sendAll, type, make, drafts, names, pieceId } = await opened();
    await shop.listing('Old Carp', { inventoryNumber: 'VS-1' });
    await sendAll('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg');
    await type('A', { price: '42OO', year: 'soon' });
    await type('B', { price: '' });
    await type('C', { price: '10', inventoryNumber: 'vs-1' });
    await type('D', { price: '10' });
    const { body } = await make();
    expect(body.made).toHaveLength(1);
    expect(body.left).toEqual([
      {
        pieceId: await pieceId('A'),
        issues: [
          { path: 'price', message: 'A price is a number' },
          { path: 'year', message: 'A year is a whole number' },
        ],
      },
      { pieceId: await pieceId('B'), issues: [{ path: 'price', message: 'A price is needed' }] },
      {
        pieceId: await pieceId('C'),
        issues: [{ path: 'inventoryNumber', message: "'Old Carp' has the inventory number vs-1 already." }],
      },
    ]);
    expect(await names()).toEqual(['A', 'B', 'C']);
    await type('A', { price: '4200', year: '' });
    await make([await pieceId('A')]);
    expect((await drafts()).map(({ name }) => name)).toEqual(['A', 'D']);
  });

  it('are not made with a price like 1.200, which may be meant as thousands', async () => {
    const { sendAll, type, make, names } = await opened();
    await sendAll('a.jpg', 'b.jpg');
    await type('A', { price: '1.200' });
    await type('B', { price: '1,200.50' });
    const { body } = await make();
    expect(body.left).toMatchObject([{ issues: [{ path: 'price', message: 'A price is a number' }] }]);
    expect(await names()).toEqual(['A']);
  });

  it('that were deleted no longer prevent an upload of their photographs', async () => {
    const { send, type, make, drafts, pieceId, missing, names, token } = await opened();
    await send({ name: 'a.jpg' });
    await type('A', { price: '10' });
    const before = await pieceId('A');
    await make();
    expect((await send({ name: 'a.jpg' })).body).toMatchObject({ isNew: false });
    await shop.call('deleteProduct', { token, params: { id: 'a' } });
    expect(await missing({ name: 'a.jpg' })).toEqual([0]);
    expect((await make([before])).body).toMatchObject({ made: [] });
    expect((await send({ name: 'a.jpg' })).body).toMatchObject({ isNew: true });
    expect(await names()).toEqual(['A']);
    await type('A', { price: '10' });
    expect((await make()).body.made).toHaveLength(1);
    expect(await drafts()).toHaveLength(1);
  });

  it('are made once, also by a repeated click and by two people at once', async () => {
    const { sendAll, type, make, drafts, pieceId, missing } = await opened();
    await sendAll('a.jpg');
    await type('A', { price: '10' });
    const id = await pieceId('A');
    const [one, two] = await Promise.all([make([id]), make([id])]);
    expect(one.body.made).toEqual(two.body.made);
    expect((await make([id])).body.made).toEqual(one.body.made);
    expect((await make()).body).toMatchObject({ made: [], left: [] });
    expect(await drafts()).toHaveLength(1);
    expect(await missing({ name: 'a.jpg' })).toEqual([]);
  });

  it('are made once each, wherever the process dies in between', async () => {
    const { sendAll, type, make, drafts, names } = await opened();
    const all = ['A', 'B', 'C'];
    await sendAll(...all.map((name) => `${name}.jpg`));
    for (const name of all) await type(name, { price: '10' });
    const { database } = shop.shop;
    const write = database.write.bind(database);
    for (const isCommitted of [false, true, false, true]) {
      const dying = vi.spyOn(database, 'write').mockImplementation(async (work) => {
        if (isCommitted) await write(work);
        throw new Error('the process died here');
      });
      expect((await make()).status).toBe(500);
      dying.mockRestore();
      expect((await names()).length + (await drafts()).length).toBe(3);
    }
    expect((await make()).body.made).toHaveLength(1);
    expect((await drafts()).map(({ name, images }) => [name, images.length])).toEqual([
      ['A', 1],
      ['B', 1],
      ['C', 1],
    ]);
    expect(await names()).toEqual([]);
  });

  it('keep their pictures when these are removed from the intake', async () => {
    const { sendAll, type, make, drafts, missing } = await opened();
    await sendAll('a.jpg');
    await type('A', { price: '10' });
    await make();
    shop.passTime(durations.intake);
    shop.shop.intakeCleaning.wake();
    await shop.shop.intakeCleaning.settled();
    expect(await missing({ name: 'a.jpg' })).toEqual([0]);
    const [draft] = await drafts();
    expect((await shop.request('GET', draft?.images[0] ?? '')).status).toBe(200);
    expect(await pathsOnDisk(shop)).toHaveLength(1);
  });

  it('are not made of pieces with more pictures than a listing may have', async () => {
    const { send, type, make } = await opened();
    for (let index = 1; index <= 31; index++) await send({ name: `a-${index}.jpg` });
    await type('A', { price: '10' });
    expect((await make()).body.left).toMatchObject([
      { issues: [{ path: 'images', message: 'A piece has at most 30 pictures.' }] },
    ]);
  });
});
