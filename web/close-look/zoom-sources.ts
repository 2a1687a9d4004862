import type { Image } from '#contract/catalog.ts';
import type { CloseLook } from '#contract/close-look.ts';

/** The most pixels of an original. Decoded, a pixel takes four bytes, and browsers of phones refuse more than about 16 million pixels. */
const largestPicture = 16_000_000;

interface Level {
  url: string;
  width: number;
  height: number;
}

/** The files of a picture, narrowest first: its WebP variants, and the original if that is wider and not too large. */
export function levelsOf({ url, width, height, variants }: Image): Level[] {
  const levels = variants
    .filter(({ type }) => type === 'image/webp')
    .map((variant) => ({
      url: variant.url,
      width: variant.width,
      height: Math.round((variant.width * height) / width),
    }));
  const widest = levels.at(-1)?.width ?? 0;
  const isUseful = widest === 0 || (width > widest && width * height <= largestPicture);
  return isUseful ? [...levels, { url, width, height }] : levels;
}

/** The width in pixels of the sharpest picture that the viewer shows. */
export function widestOf({ image, scan }: Pick<CloseLook, 'image' | 'scan'>): number {
  return scan?.width ?? levelsOf(image).at(-1)?.width ?? image.width;
}
