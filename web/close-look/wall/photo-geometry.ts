import { t } from '@lingui/core/macro';

/** Pixels of the photo from its left and upper edge. */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** A line between two points. */
export type Line = readonly [Point, Point];

/** Things that people have at home and whose length is known. `cm` is null for what they measure themselves. */
export const references = [
  { value: 'a4', words: t`A4 sheet, long side, 29.7 cm`, cm: 29.7 },
  { value: 'door', words: t`Door, 204 cm high`, cm: 204 },
  { value: 'card', words: t`Bank card, 8.56 cm`, cm: 8.56 },
  { value: 'own', words: t`Something I measured`, cm: null },
] as const;
export type Reference = (typeof references)[number]['value'];

/** A length in centimetres as people type it, with a point or a comma; null if it is none, or not between 1 mm and 100 m. */
export function lengthOf(typed: string): number | null {
  const text = typed
    .trim()
    .replace(/\s*cm$/i, '')
    .replace(',', '.');
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(text)) return null;
  const length = Number(text);
  return length >= 0.1 && length <= 10_000 ? length : null;
}

/** The size of a centimetre in the photo, from a line over something that is `cm` long. At least a hundredth of a pixel. */
export function pixelsPerCm([one, other]: Line, cm: number): number {
  return Math.max(0.01, Math.hypot(other.x - one.x, other.y - one.y) / cm);
}

/** The rectangle around `middle` of something that measures `sizeCm`. */
export function rectangleAround(middle: Point, sizeCm: Size, scale: number): Point & Size {
  const [width, height] = [sizeCm.width * scale, sizeCm.height * scale];
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

/** Moves a point, but not out of the photo. */
export function movedBy(point: Point, by: Point, photo: Size): Point {
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return { x: within(point.x + by.x, photo.width), y: within(point.y + by.y, photo.height) };
}

/** Where line and piece are in a new photo: a short line in the lower half, the piece above it. */
export function startIn({ width, height }: Size): { line: Line; middle: Point } {
  const y = height * 0.72;
  return {
    line: [
      { x: width * 0.43, y },
      { x: width * 0.57, y },
    ],
    middle: { x: width / 2, y: height * 0.38 },
  };
}

/** The same shape, with its longer side at most `longest`. Whole pixels. */
export function fittedTo({ width, height }: Size, longest: number): Size {
  const factor = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}
