import type { Image } from './catalog.ts';
import type { Box } from './close-look.ts';

/** By which share the proportions of a box may differ from those of the measures, because boxes are drawn by hand. */
const tolerance = 0.1;

/**
 * Whether the part of the picture in the box has the proportions of these measures (docs/behaviour/close-look.md, 42). If not, the picture
 * shows the piece from above or from the side, and a drawing at true size would distort it. True if the size of the picture in pixels is
 * not known (0).
 */
export function hasTrueShape(
  { width, height }: Pick<Image, 'width' | 'height'>,
  box: Box,
  sizeCm: { width: number; height: number },
): boolean {
  if (width === 0 || height === 0) return true;
  const ratio = (box.width * width) / (box.height * height) / (sizeCm.width / sizeCm.height);
  return Math.abs(Math.log(ratio)) <= Math.log(1 + tolerance);
}
