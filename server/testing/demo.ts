import { isRefusal } from '#contract/errors.ts';
import { fillDemo } from '#server/features/demo/demo.ts';
import { idleWorkQueue } from '#server/platform/concurrency/work-queue.ts';
import type { Shop } from '#server/shop.ts';
import type { TestShop } from './shop.ts';

/** Numbers of rows with the demo, and after its removal. */
export const wholeDemo = { listings: 16, users: 25, orders: 90 };
export const noDemo = { listings: 0, users: 0, orders: 0 };

/**
 * Fills the demo with only its first `pictures` pictures, because storing all takes some tenths of a second; the others have no file. Does
 * not begin to make the tiles of its scans, because that takes seconds.
 */
export const fillQuickly = ({ shop }: Pick<TestShop, 'shop'>, { pictures = 0 } = {}) =>
  fillDemo({
    ...shop,
    media: { ...shop.media, keepPictures: keepSome(shop, pictures) },
    scans: idleWorkQueue,
  });

/** Fills the demo with all its pictures, but does not begin to make the tiles of its scans. */
export const fillWithPictures = (shop: Pick<TestShop, 'shop'>) =>
  fillQuickly(shop, { pictures: Number.POSITIVE_INFINITY });

const keepSome =
  (shop: Shop, count: number): Shop['media']['keepPictures'] =>
  async (files, options) => {
    const kept = count > 0 ? await shop.media.keepPictures(files.slice(0, count), options) : [];
    return isRefusal(kept) ? kept : files.map((file, index) => kept[index] ?? noPicture(file, index));
  };

const noPicture = (_file: unknown, index: number) => ({
  hash: String(index),
  url: `/media/${String(index).padStart(32, '0')}/original.webp`,
  width: 640,
  height: 480,
  placeholder: '#000000',
  variants: [],
  finished_at: null,
  created_at: 0,
  is_demo: 1 as const,
  in_intake: 0 as const,
});
