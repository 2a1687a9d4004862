import { fillDemo } from '#server/features/demo/demo.ts';
import type { TestShop } from './shop.ts';

/** Numbers of rows with the demo, and after its removal. */
export const wholeDemo = { listings: 16, users: 25, orders: 90 };
export const noDemo = { listings: 0, users: 0, orders: 0 };

/** Fills the demo without its 37 pictures, whose decoding takes seconds. */
export const fillQuickly = ({ shop }: TestShop) =>
  fillDemo({ ...shop, media: { ...shop.media, keepPictures: async (files) => files.map(noPicture) } });

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
});
