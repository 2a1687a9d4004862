import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isRefusal } from '#contract/errors.ts';
import { storedNameOf } from '#server/features/media/stored-name.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { checkMedia } from './media.ts';

const red = { create: { width: 330, height: 20, channels: 3, background: '#7a1f1f' } } as const;

onEachEngine('The media files of a shop', (shop) => {
  const media = () => join(shop.directory, 'media');
  const violations = () => checkMedia(shop.shop.database.read, media(), Date.now());
  const upload = async () => {
    const picture = await shop.shop.media.keepPicture(await sharp(red).png().toBuffer());
    if (isRefusal(picture)) throw new Error(picture.message);
    const anna = await shop.customer('Anna');
    await shop.buy(anna, await shop.listing('Moon', { images: [picture.url] }));
    return picture;
  };
  const put = async (file: string, hoursOld: number) => {
    const path = join(media(), file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'x');
    const then = Date.now() / 1_000 - hoursOld * 3_600;
    await utimes(path, then, then);
  };

  it('must all exist, and there may be no others', async () => {
    expect(await violations()).toEqual([]);
    const { hash } = await upload();
    expect(await violations()).toEqual([]);
    // A variant that its row does not refer to yet, a running upload, and a new file whose row is not written yet.
    await put(`${hash}/320.avif`, 2);
    await put('incoming/upload', 2);
    // A catalogue that can be downloaded.
    const { token } = await shop.admin('Mai', 'staff');
    const body = { kind: 'list' as const, listingIds: ['moon'] };
    const { paper } = (await shop.call('makeCataloguePaper', { token, body })).body;
    await shop.shop.cataloguePapers.settled();
    await put(`papers/${paper.id}.pdf`, 2);
    await put(`${'a'.repeat(32)}/original.png`, 0);
    expect(await violations()).toEqual([]);
    await put(`${'b'.repeat(32)}/original.png`, 2);
    expect(await violations()).toEqual([`File media/${'b'.repeat(32)}/original.png is not used by the shop.`]);
  });

  it('are reported when missing: an original, a variant, a picture that only a listing or an order refers to', async () => {
    const { hash, url } = await upload();
    const file = storedNameOf(url);
    await shop.shop.database.write((tx) =>
      tx
        .updateTable('pictures')
        .set({ variants: JSON.stringify([{ type: 'image/webp', width: 320, url: `/media/${hash}/320.webp` }]) })
        .execute(),
    );
    expect(await violations()).toEqual([`File media/${hash}/320.webp of a picture or the logo does not exist.`]);
    await put(`${hash}/320.webp`, 0);
    await rm(join(media(), file));
    expect(await violations()).toEqual([`File media/${file} of a picture or the logo does not exist.`]);
    await put(file, 0);

    await shop.shop.database.write((tx) => tx.deleteFrom('pictures').execute());
    expect(await violations(), 'a listing and an order still refer to it').toEqual([]);
    await rm(join(media(), file));
    expect(await violations()).toEqual([`File media/${file} of piece moon does not exist.`]);
    await shop.shop.database.write((tx) => tx.updateTable('listings').set({ images: '[]' }).execute());
    expect(await violations()).toEqual([expect.stringMatching(/^File media\/.* of order .* does not exist\.$/)]);
  });

  it('may include a former logo, because the audit shows it', async () => {
    const logo = async (width: number) => {
      const kept = await shop.shop.media.keepLogo(
        await sharp({ create: { ...red.create, width } })
          .png()
          .toBuffer(),
      );
      if (isRefusal(kept)) throw new Error(kept.message);
      return kept;
    };
    const [first, second] = [await logo(10), await logo(20)];
    await put(storedNameOf(first), 2);
    expect(await violations()).toEqual([`File ${first.slice(1)} is not used by the shop.`]);
    await shop.shop.database.write((tx) =>
      tx
        .insertInto('audit_entries')
        .values({
          id: 'a',
          at: 1,
          admin_id: 'b',
          action: 'logo changed',
          subject: 'logo',
          before: JSON.stringify({ url: first }),
          after: JSON.stringify({ url: second }),
        })
        .execute(),
    );
    expect(await violations()).toEqual([]);
    await rm(join(media(), storedNameOf(second)));
    expect(await violations()).toEqual([`File ${second.slice(1)} of a picture or the logo does not exist.`]);
  });
});
