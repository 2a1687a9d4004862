import { expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { intakeOf, type SentPhotograph } from '#server/testing/photographs.ts';
import { anAdmin } from '#server/testing/pictures.ts';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('A photograph that arrives after the draft of its piece was made', (shop) => {
  const opened = async () => {
    const { token, id: adminId } = await anAdmin(shop);
    const intake = intakeOf(shop, { token });
    return {
      token,
      adminId,
      ...intake,
      /** Sends photographs of one piece, if any, and makes a draft of the first piece that waits. */
      async draftOf(name: string, ...photographs: SentPhotograph[]) {
        for (const photograph of photographs) await intake.send(photograph);
        const pieceId = (await intake.pieces())[0]?.id ?? 'none';
        const cells = { name, price: '10' };
        const changes = (['name', 'price'] as const).map((field) => ({ pieceId, field, value: cells[field] }));
        await shop.call('saveCells', { token, body: { changes } });
        const { body } = await shop.call('makeDrafts', { token, body: { pieceIds: [pieceId] } });
        return body.made[0]?.listingId ?? 'none';
      },
      async picturesOf(id: string) {
        const { body } = await shop.call('listListingsAsAdmin', { token });
        return body.listings.find((listing) => listing.id === id)?.images.length;
      },
    };
  };

  it('is added to the draft, also if it has a camera name or is in a folder of the piece', async () => {
    const { draftOf, send, names, picturesOf, missing, token, adminId } = await opened();
    const moon = await draftOf('Red Moon', { name: 'moon-1.jpg' }, { name: 'moon-2.jpg' });
    const carp = await draftOf('Carp', { name: 'IMG_1.JPG', taken: 500 }, { name: 'IMG_3.JPG', taken: 600 });
    const pond = await draftOf('Pond', { name: 'a.jpg', folder: 'Studio/pond' });
    await draftOf('Gate', { name: 'b.jpg', folder: 'Studio/gate' });
    const late = [
      { name: 'moon-3.jpg' },
      { name: 'IMG_2.JPG', taken: 550 },
      { name: 'z.jpg', folder: 'Studio/pond' },
    ] as const;
    for (const [index, photograph] of late.entries())
      expect((await send(photograph)).body).toMatchObject({ isNew: true, draftId: [moon, carp, pond][index] });
    expect(await names()).toEqual([]);
    expect([await picturesOf(moon), await picturesOf(carp), await picturesOf(pond)]).toEqual([3, 3, 2]);
    expect(await missing(...late)).toEqual([]);
    expect((await send(late[0])).body).toMatchObject({ isNew: false, draftId: null });
    expect(await picturesOf(moon)).toBe(3);
    const rows = await shop.shop.database.read.selectFrom('pictures').select('in_intake').execute();
    expect(new Set(rows.map(({ in_intake }) => in_intake))).toEqual(new Set([0]));
    const audit = await shop.call('listAuditEntries', { token, query: { q: 'product updated' } });
    expect(audit.body.entries).toContainEqual(
      expect.objectContaining({ adminId, subject: moon, action: 'product updated' }),
    );
  });

  it('waits as a new piece if its piece is no draft any more, or has as many pictures as it may have', async () => {
    const { draftOf, send, names, picturesOf, token } = await opened();
    const shown = await draftOf('Red Moon', { name: 'moon-1.jpg' });
    await shop.call('updateProduct', { token, params: { id: shown }, body: { visibility: 'listed' } });
    const deleted = await draftOf('Old Gate', { name: 'gate-1.jpg' });
    await shop.call('deleteProduct', { token, params: { id: deleted } });
    const full = await draftOf('Carp', { name: 'carp-1.jpg' });
    const images = Array.from({ length: limits.imagesPerListing }, (_, index) => `https://pictures.test/${index}.jpg`);
    await shop.call('updateProduct', { token, params: { id: full }, body: { images } });
    for (const name of ['moon-2.jpg', 'gate-2.jpg', 'carp-2.jpg'])
      expect((await send({ name })).body).toMatchObject({ isNew: true, draftId: null });
    expect(await names()).toEqual(['Carp', 'Gate', 'Moon']);
    expect([await picturesOf(shown), await picturesOf(full)]).toEqual([1, limits.imagesPerListing]);
  });

  it('joins the photograph before it, also if that one waits because somebody divided the piece', async () => {
    const { sendAll, draftOf, pictureId, files, send, picturesOf, token } = await opened();
    await sendAll('moon-1.jpg', 'moon-2.jpg', 'moon-3.jpg', 'moon-5.jpg');
    const pictureIds = [await pictureId('moon-3.jpg'), await pictureId('moon-5.jpg')];
    await shop.call('movePictures', { token, body: { pictureIds, pieceId: null } });
    const moon = await draftOf('Red Moon');
    await send({ name: 'moon-4.jpg' });
    expect(await files()).toEqual([['moon-3.jpg', 'moon-5.jpg', 'moon-4.jpg']]);
    expect(await picturesOf(moon)).toBe(2);
    expect((await send({ name: 'moon-0.jpg' })).body.draftId).toBe(moon);
  });
});
