import sharp from 'sharp';
import type { ChosenFile } from './owner.ts';

const mimeTypes = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' } as const;
export type PictureFormat = keyof typeof mimeTypes;

/** A small portrait-format image of one colour with a disc of another colour. */
export async function photograph(name: string, colour: string, format: PictureFormat = 'jpeg'): Promise<ChosenFile> {
  const disc = '<svg width="400" height="500"><circle cx="200" cy="200" r="120" fill="#c9a24b"/></svg>';
  const buffer = await sharp({ create: { width: 400, height: 500, channels: 3, background: colour } })
    .composite([{ input: Buffer.from(disc) }])
    .toFormat(format)
    .toBuffer();
  return { name: `${name}.${format}`, mimeType: mimeTypes[format], buffer };
}
