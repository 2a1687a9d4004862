import { t } from '@lingui/core/macro';

/** A point in the photo, in pixels from its left and upper edge; also a movement, to the right and down. */
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

/** The length in centimetres that was typed, with a point or a comma; null if it is not a number, or not between 1 mm and 100 m. */
export function lengthOf(typed: string): number | null {
  const text = typed
    .trim()
    .replace(/(?<!\s)\s*cm$/i, '')
    .replace(',', '.');
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(text)) return null;
  const length = Number(text);
  return length >= 0.1 && length <= 10_000 ? length : null;
}

/** How many pixels of the photo a centimetre takes, from a line over something that is `cm` long. At least 0.01, so never 0. */
export function pixelsPerCm([one, other]: Line, cm: number): number {
  return Math.max(0.01, Math.hypot(other.x - one.x, other.y - one.y) / cm);
}

/** The place and size in the photo of something that measures `sizeCm` around `middle`. `scale`: pixels per centimetre. */
export function rectangleAround(middle: Point, sizeCm: Size, scale: number): Point & Size {
  const [width, height] = [sizeCm.width * scale, sizeCm.height * scale];
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

/** Moves a point, but not out of the photo. */
export function movedBy(point: Point, by: Point, photo: Size): Point {
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return { x: within(point.x + by.x, photo.width), y: within(point.y + by.y, photo.height) };
}

/** Where the line and the middle of the piece are at first: a short line in the lower half of the photo, the piece above it. */
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

/** Makes a size smaller in the same shape, until its longer side is at most `longest`. In whole pixels, at least 1. */
export function fittedTo({ width, height }: Size, longest: number): Size {
  const factor = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}
