import type { Image } from './catalog.ts';
import type { Box } from './close-look.ts';

/** How far the shape of a box may be from that of the measures: boxes are drawn by hand. */
const tolerance = 0.1;

/**
 * Whether the part of the picture in the box has the shape of these measures (docs/behaviour/close-look.md, 42). It has not if the picture
 * shows the piece from above or from the side: then a drawing at true size would distort it. Without known pixels it counts
 * as true.
 */
export function hasTrueShape(
  { width, height }: Pick<Image, 'width' | 'height'>,
  box: Box,
  sizeCm: { width: number; height: number },
): boolean {
  if (width === 0 || height === 0) return true;
  const shape = (box.width * width) / (box.height * height) / (sizeCm.width / sizeCm.height);
  return Math.abs(Math.log(shape)) <= Math.log(1 + tolerance);
}
