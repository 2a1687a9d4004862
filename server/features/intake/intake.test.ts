import { expect, it } from 'vitest';
import { durations, limits } from '#contract/limits.ts';
import { deletePictures } from '#server/features/media/media.ts';
import { createMediaStore } from '#server/features/media/media-store.ts';
import { createFileStorage } from '#server/platform/object-storage/create-file-storage.ts';
import { intakeOf, photographOf } from '#server/testing/photographs.ts';
import { anAdmin, pathsOnDisk } from '#server/testing/pictures.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('The intake', (shop) => {
  const opened = async () => {
    const { token } = await anAdmin(shop);
    return { token, ...intakeOf(shop, { token }) };
  };

  it('groups photographs by their names as they arrive, in whatever order, and shows them as they are grouped', async () => {
    const { sendAll, pieces, files, token } = await opened();
    await sendAll('red-river-moon-2.jpg', 'carp.jpg', 'Red River Moon (1).jpg');
    expect(await files()).toEqual([['carp.jpg'], ['Red River Moon (1).jpg', 'red-river-moon-2.jpg']]);
    expect((await pieces()).map(({ cells }) => cells)).toMatchObject([
      { name: 'Carp', price: '' },
      { name: 'Red River Moon' },
    ]);
    const { body } = await shop.call('getIntake', { token });
    const again = await shop.call('getIntake', { token, query: { seen: body.version } });
    expect(again.body).toMatchObject({ version: body.version, pieces: null });
    await shop.shop.media.makeVariants();
    const finished = await shop.call('getIntake', { token, query: { seen: body.version } });
    expect(finished.body.pieces?.[0]?.pictures[0]?.thumbnail).toMatch(/^\/media\/\w+\/60\.webp$/);
  });

  it('groups photographs with camera names by the time they were taken, from EXIF rather than from the file', async () => {
    const { send, files } = await opened();
    await send({ name: 'IMG_1.JPG', taken: 0, changed: 5000 });
    await send({ name: 'IMG_3.JPG', taken: 200, changed: 5000 });
    expect(await files()).toEqual([['IMG_1.JPG'], ['IMG_3.JPG']]);
    await send({ name: 'IMG_2.JPG', taken: 100, changed: 5000 });
    expect(await files()).toEqual([['IMG_1.JPG', 'IMG_2.JPG', 'IMG_3.JPG']]);
    await send({ name: 'IMG_4.JPG', changed: 9000 });
    expect(await files()).toHaveLength(2);
  });

  it('knows which files of a folder are missing, and stores the same content only once', async () => {
    const { send, missing, files } = await opened();
    const [one, two] = [
      { name: 'a-1.jpg', folder: 'Studio' },
      { name: 'a-2.jpg', folder: 'Studio' },
    ];
    expect((await send(one)).body).toMatchObject({ isNew: true });
    expect(await missing(one, two, { ...one, folder: 'Other' })).toEqual([1, 2]);
    expect((await send(one)).body).toMatchObject({ isNew: false });
    expect(await files()).toEqual([['a-1.jpg']]);
  });

  it('moves photographs to another piece or a new one, and fills empty cells from a piece that loses its last photograph', async () => {
    const { sendAll, files, pieceId, pictureId, pieces, token } = await opened();
    await sendAll('a-1.jpg', 'a-2.jpg', 'a-3.jpg', 'b-1.jpg');
    const move = (ids: string[], to: string | null) =>
      shop.call('movePictures', { token, body: { pictureIds: ids, pieceId: to } });
    const split = await move([await pictureId('a-3.jpg'), await pictureId('a-2.jpg')], null);
    expect(await files()).toEqual([['a-1.jpg'], ['a-3.jpg', 'a-2.jpg'], ['b-1.jpg']]);

    const b = await pieceId('B');
    const changes = [
      { pieceId: b, field: 'price', value: '900' },
      { pieceId: split.body.pieceId, field: 'price', value: '100' },
    ] as const;
    await shop.call('saveCells', { token, body: { changes: [...changes] } });
    await move([await pictureId('b-1.jpg')], split.body.pieceId);
    expect(await files()).toEqual([['a-1.jpg'], ['a-3.jpg', 'a-2.jpg', 'b-1.jpg']]);
    expect((await pieces())[1]?.cells).toMatchObject({ name: 'B', price: '100' });

    await shop.call('putPictureFirst', { token, body: { pictureId: await pictureId('b-1.jpg') } });
    expect((await files())[1]).toEqual(['b-1.jpg', 'a-3.jpg', 'a-2.jpg']);
    expect((await move(['nothing-has-this'], null)).status).toBe(409);
    expect((await move([await pictureId('a-1.jpg')], 'nothing-has-this')).status).toBe(409);
    expect((await shop.call('putPictureFirst', { token, body: { pictureId: 'nothing-has-this' } })).status).toBe(409);
  });

  it('leaves pieces as somebody made them when more photographs arrive', async () => {
    const { sendAll, files, pictureId, token } = await opened();
    await sendAll('a-1.jpg', 'a-2.jpg', 'b.jpg');
    const body = { pictureIds: [await pictureId('a-2.jpg')], pieceId: null };
    await shop.call('movePictures', { token, body });
    await sendAll('a-3.jpg', 'b-2.jpg');
    expect(await files()).toEqual([['a-1.jpg'], ['a-2.jpg', 'a-3.jpg'], ['b.jpg', 'b-2.jpg']]);
  });

  it('keeps the cells of two people who type at once, and of one cell the later value', async () => {
    const { sendAll, pieceId, pieces, token } = await opened();
    const stan = await shop.admin('Stan', 'staff');
    await sendAll('carp.jpg');
    const id = await pieceId('Carp');
    const save = (by: string, ...changes: { field: 'price' | 'artist' | 'year'; value: string }[]) =>
      shop.call('saveCells', { token: by, body: { changes: changes.map((change) => ({ pieceId: id, ...change })) } });
    await Promise.all([
      save(token, { field: 'price', value: '42OO' }),
      save(stan.token, { field: 'artist', value: 'Lê Vân Khê' }),
    ]);
    await save(stan.token, { field: 'year', value: '2021' }, { field: 'year', value: '2022' });
    expect((await pieces())[0]?.cells).toMatchObject({
      name: 'Carp',
      price: '42OO',
      artist: 'Lê Vân Khê',
      year: '2022',
    });
    const gone = { pieceId: 'nothing-has-this', field: 'price', value: '1' } as const;
    const { body } = await shop.call('saveCells', { token, body: { changes: [gone] } });
    expect(body.gone).toEqual(['nothing-has-this']);
  });

  it('makes the thumbnail of each photograph first, and its other variants after those of products', async () => {
    const { sendAll } = await opened();
    await sendAll('a-1.jpg', 'b.jpg');
    await shop.shop.media.keepPicture(await photographOf(700));
    const files = createFileStorage(shop.shop.settings);
    const made: string[] = [];
    const publish: typeof files.publish = async (file, name) => {
      made.push(name.replace(hashOfProduct, 'product').replace(/^[\da-f]{32}/, 'waiting'));
      await files.publish(file, name);
    };
    const rows = await shop.shop.database.read.selectFrom('pictures').selectAll().where('in_intake', '=', 0).execute();
    const hashOfProduct = rows[0]?.hash ?? '';
    await createMediaStore({ ...shop.shop, files: { ...files, publish } }).makeVariants();
    const thumbnail = 'waiting/60.webp';
    const other = 'waiting/60.avif';
    expect(made).toEqual([thumbnail, thumbnail, 'product/60.avif', 'product/60.webp', other, other]);
  });

  it('removes photographs with their files, unless a product shows them', async () => {
    const { sendAll, pictureId, files, pieces, token } = await opened();
    await sendAll('a-1.jpg', 'a-2.jpg', 'b.jpg');
    await shop.shop.media.makeVariants();
    const shown = (await pieces())[0]?.pictures[1]?.thumbnail ?? '';
    await shop.listing('Typed address', { images: [shown.replace('60.webp', 'original.png')] });
    const pictureIds = [await pictureId('a-2.jpg'), await pictureId('b.jpg'), 'nothing-has-this'];
    expect((await shop.call('removeFromIntake', { token, body: { pictureIds } })).body.removed).toBe(2);
    expect(await files()).toEqual([['a-1.jpg']]);
    expect(new Set((await pathsOnDisk(shop)).map((path) => path.split('/').at(-2))).size).toBe(2);
    expect((await shop.request('GET', shown)).status).toBe(200);
  });

  it('refuses a photograph that waits as the portrait of an artist, because it may be removed', async () => {
    const { sendAll, token } = await opened();
    await sendAll('a.jpg');
    const [row] = await shop.shop.database.read.selectFrom('pictures').select('url').execute();
    const portrait = { url: row?.url ?? '', alt: '' };
    expect((await shop.call('addArtist', { token, body: { name: 'Lê Vân Khê', portrait } })).status).toBe(400);
    await shop.shop.media.keepPicture(await photographOf(1));
    expect((await shop.call('addArtist', { token, body: { name: 'Lê Vân Khê', portrait } })).status).toBe(201);
  });

  it('deletes the rows of photographs whose files cannot be deleted, and the next start deletes the files', async () => {
    const { sendAll, pictureId } = await opened();
    await sendAll('a.jpg');
    const files = createFileStorage(shop.shop.settings);
    const media = createMediaStore({
      ...shop.shop,
      files: { ...files, remove: () => Promise.reject(new Error('the disk fails')) },
    });
    const [row] = await shop.shop.database.read.selectFrom('pictures').selectAll().execute();
    if (!row) throw new Error('the photograph has no row');
    const picture = { ...row, variants: [] };
    const removal = media.removePictures([picture], async (tx) => {
      await tx.deleteFrom('intake_pictures').execute();
      await deletePictures(tx, [picture]);
      return [picture];
    });
    await expect(removal).rejects.toThrow('the disk fails');
    expect(await pictureId('a.jpg')).toBe('none');
    expect(await pathsOnDisk(shop)).toHaveLength(2);
    // The next start does this after the process has died.
    await files.recover(Date.now() + 60_000, () => Promise.resolve(false));
    expect(await pathsOnDisk(shop)).toEqual([]);
  });

  it('keeps a piece that waits for seven days after its last change, and then removes it with its files', async () => {
    const { sendAll, pieceId, names, token } = await opened();
    await sendAll('a.jpg', 'b.jpg');
    const clean = async () => {
      shop.shop.intakeCleaning.wake();
      await shop.shop.intakeCleaning.settled();
    };
    shop.passTime(durations.intake - 60_000);
    const changes = [{ pieceId: await pieceId('B'), field: 'price', value: '5' } as const];
    await shop.call('saveCells', { token, body: { changes } });
    await clean();
    expect(await names()).toEqual(['A', 'B']);
    shop.passTime(120_000);
    await clean();
    expect(await names()).toEqual(['B']);
    expect(await pathsOnDisk(shop)).toHaveLength(1);
    shop.passTime(durations.intake);
    await clean();
    expect(await names()).toEqual([]);
    expect(await pathsOnDisk(shop)).toEqual([]);
    expect(await shop.shop.database.read.selectFrom('pictures').selectAll().execute()).toEqual([]);
  });

  it('keeps the files of a photograph that was also uploaded to a product', async () => {
    const { send, token } = await opened();
    await send({ name: 'a.jpg' });
    const kept = await shop.shop.media.keepPicture(await photographOf(1));
    expect(kept).toMatchObject({ in_intake: 0 });
    shop.passTime(durations.intake);
    shop.shop.intakeCleaning.wake();
    await shop.shop.intakeCleaning.settled();
    expect((await shop.call('getIntake', { token })).body).toMatchObject({ pieces: [], keptUntil: null });
    expect(await pathsOnDisk(shop)).toHaveLength(1);
  });

  it('refuses more pieces than may wait, and says how many may', async () => {
    const { send, pieces, token } = await opened();
    const fill = (count: number, pieceOf: (index: number) => number) =>
      shop.shop.database.write(async (tx) => {
        for (let index = 0; index < count; index++) {
          const [hash, piece] = [`full-${index}`, `piece-${pieceOf(index)}`];
          const row = { hash, url: `/media/${hash}`, width: 1, height: 1, placeholder: '#000', variants: '[]' };
          await tx
            .insertInto('pictures')
            .values({ ...row, finished_at: 0, created_at: 0, is_demo: 0, in_intake: 1 })
            .execute();
          const age = { created_at: shop.shop.clock(), changed_at: shop.shop.clock() };
          await tx
            .insertInto('intake_pieces')
            .values({ id: piece, cells: '{}', is_kept: 1, listing_id: null, ...age })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          const file = { file_name: `${piece}-${index}.jpg`, folder: '', size: 1, modified_at: 0, taken_at: null };
          await tx
            .insertInto('intake_pictures')
            .values({ id: hash, piece_id: piece, position: index, hash, ...file })
            .execute();
        }
      });
    await fill(limits.intakePieces, (index) => index);
    const refused = await send({ name: 'one-more.jpg' });
    expect([refused.status, refused.body]).toMatchObject([409, { message: expect.stringContaining('300 pieces') }]);
    expect(await pathsOnDisk(shop)).toEqual([]);
    expect((await send({ name: 'piece-7-2.jpg' })).status).toBe(200);
    const first = (await pieces())[0]?.pictures[0]?.id ?? '';
    const split = {
      pictureIds: [(await pieces()).find(({ pictures }) => pictures.length > 1)?.pictures[0]?.id ?? first],
      pieceId: null,
    };
    expect((await shop.call('movePictures', { token, body: split })).status).toBe(409);
  });

  it('is for staff: a viewer, a customer and a guest are refused', async () => {
    const [viewer, customer] = [await shop.admin('Vera', 'viewer'), await shop.customer('Anna')];
    const staff = await shop.admin('Stan', 'staff');
    expect((await shop.call('getIntake', { token: staff.token })).status).toBe(200);
    for (const token of [viewer.token, customer.token]) {
      expect((await shop.call('getIntake', { token })).status).toBe(403);
      expect((await shop.call('makeDrafts', { token, body: {} })).status).toBe(403);
    }
    expect((await shop.call('getIntake', {})).status).toBe(401);
  });
});
