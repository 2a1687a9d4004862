import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { filesBody } from '#server/testing/files-body.ts';
import { anAdmin, panel, pathsOnDisk } from '#server/testing/pictures.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';

const uploadTo = async (shop: TestShop, ...files: Buffer[]) => {
  const { token } = await anAdmin(shop);
  const body = filesBody('images', ...files.map((bytes, position) => ({ name: `${position}.png`, bytes })));
  return shop.call('uploadImages', { token, ...body });
};

onEachEngine('A picture that cannot be encoded', (shop) => {
  it('is given up after six tries, the owner is told, and an upload of it tries again', async () => {
    const file = await panel(500, 250).png().toBuffer();
    await uploadTo(shop, file, await panel(250, 500).png().toBuffer());
    const { token } = await anAdmin(shop);
    const [broken] = await shop.shop.database.read
      .selectFrom('pictures')
      .selectAll()
      .where('width', '=', 500)
      .execute();
    const [path = ''] = (await pathsOnDisk(shop)).filter((name) => name.includes(broken?.hash ?? 'no hash'));
    await writeFile(path, 'no picture');
    const tries = async () => {
      const [failed] = await shop.shop.database.read.selectFrom('failed_work').selectAll().execute();
      return failed?.tries ?? 0;
    };
    const needs = async () =>
      (await shop.call('listNeeds', { token })).body.needs.map(({ kind, what }) => [kind, what]);
    for (let minutes = 1; minutes <= 32; minutes *= 2) {
      await shop.shop.media.makeVariants();
      await shop.shop.media.makeVariants();
      expect(await needs()).toEqual(
        minutes < 32 ? [] : [['work', 'A photograph could not be prepared for small screens']],
      );
      shop.passTime(minutes * 60_000);
    }
    expect(await tries()).toBe(6);
    shop.passTime(24 * 60 * 60_000);
    await shop.shop.media.makeVariants();
    expect(await tries()).toBe(6);
    expect((await shop.call('countUnfinishedPictures', { token })).body.unfinished).toBe(0);
    const [other] = await shop.shop.database.read.selectFrom('pictures').selectAll().where('width', '=', 250).execute();
    expect(other?.finished_at).not.toBeNull();

    await writeFile(path, file);
    await uploadTo(shop, file);
    await shop.shop.media.makeVariants();
    expect([await tries(), await needs()]).toEqual([0, []]);
  });
});
