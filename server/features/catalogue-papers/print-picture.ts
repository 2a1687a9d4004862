import type { PaperSize } from '#contract/catalogue-lines.ts';
import { pictureBox } from './paper-page.ts';

/** Pixels in one point at 300 dots per inch. */
const pixelsPerPoint = 300 / 72;

/** The size at which a picture fits into its `pictureBox`, in points. */
export function fittedIn(
  { width, height }: { width: number; height: number },
  place: 'cover' | 'piece',
  size: PaperSize,
) {
  const box = pictureBox(place, size);
  const scale = Math.min(box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}

/** The width in pixels at which a picture is printed. */
export function pixelsFor(
  picture: { width: number; height: number },
  place: 'cover' | 'piece',
  size: PaperSize,
): number {
  return Math.round(fittedIn(picture, place, size).width * pixelsPerPoint);
}
