import type { CloseLook } from '#contract/close-look.ts';
import type { Frame } from './frame.ts';

/** The lengths that the bar can have on the piece, in centimetres. */
const lengths = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
/** The bar is longer than this, in CSS pixels. */
const shortestBar = 70;

/** How many CSS pixels a centimetre of the piece takes; null if its place in the picture or its size is not known. */
export function pixelsPerCm({ width }: Pick<Frame, 'width'>, { box, sizeCm }: Pick<CloseLook, 'box' | 'sizeCm'>) {
  return box && sizeCm ? (width * box.width) / sizeCm.width : null;
}

/** The bar of the scale: the shortest of its lengths over 70 px, else 50 cm (docs/behaviour/close-look.md, 8). `width`: CSS pixels. */
export function scaleBar(perCm: number): { words: string; width: number } {
  const cm = lengths.find((length) => length * perCm > shortestBar) ?? 50;
  return { words: cm < 1 ? `${cm * 10} mm` : `${cm} cm`, width: cm * perCm };
}
