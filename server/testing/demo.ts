import { fillDemo } from '#server/demo/demo.ts';
import type { TestShop } from './shop.ts';

/** What the demo consists of, and what is left once it was taken away. */
export const wholeDemo = { listings: 16, users: 25, orders: 90 };
export const noDemo = { listings: 0, users: 0, orders: 0 };

/** Decoding 37 pictures takes seconds; where they do not matter, none are kept. */
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
