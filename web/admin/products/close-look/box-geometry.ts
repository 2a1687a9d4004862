import { t } from '@lingui/core/macro';
import type { Box } from '#contract/close-look.ts';
import { limits } from '#contract/limits.ts';

// All places and lengths are fractions of the picture. Every box that a function here returns lies inside the picture.

const least = limits.boxSide;

export interface Point {
  x: number;
  y: number;
}

export const corners = ['upper left', 'upper right', 'lower left', 'lower right'] as const;
export type Corner = (typeof corners)[number];
export const sides = ['x', 'y', 'width', 'height'] as const;
export type Side = (typeof sides)[number];

export function moved(box: Box, by: Point): Box {
  const { width, height } = box;
  return rounded({ ...box, x: between(box.x + by.x, 0, 1 - width), y: between(box.y + by.y, 0, 1 - height) });
}

/** The box with one corner moved; the opposite corner stays. */
export function withCornerMoved(box: Box, corner: Corner, by: Point): Box {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const isLeft = corner.endsWith('left');
  const isUpper = corner.startsWith('upper');
  const x = isLeft ? between(box.x + by.x, 0, right - least) : box.x;
  const y = isUpper ? between(box.y + by.y, 0, bottom - least) : box.y;
  const edges = {
    right: isLeft ? right : between(right + by.x, x + least, 1),
    bottom: isUpper ? bottom : between(bottom + by.y, y + least, 1),
  };
  return rounded({ x, y, width: edges.right - x, height: edges.bottom - y });
}

/** The box with one number replaced by a typed one. A box that would reach beyond the picture becomes smaller. */
export function withSide(box: Box, side: Side, value: number): Box {
  const next = { ...box, [side]: value };
  const [x, y] = [between(next.x, 0, 1 - least), between(next.y, 0, 1 - least)];
  const [width, height] = [between(next.width, least, 1 - x), between(next.height, least, 1 - y)];
  return rounded({ x, y, width, height });
}

/** Whether a box lies inside the picture and is not too small. It may reach beyond the picture as far as rounding does. */
export function fits({ x, y, width, height }: Box): boolean {
  return Math.min(x, y) >= 0 && Math.min(width, height) >= least && Math.max(x + width, y + height) < 1.000_05;
}

/** The box made larger or smaller by a factor. Its middle stays, unless the box would then reach beyond the picture. */
export function scaled(box: Box, factor: number): Box {
  const [width, height] = [between(box.width * factor, least, 1), between(box.height * factor, least, 1)];
  const by = { x: (box.width - width) / 2, y: (box.height - height) / 2 };
  return moved({ ...box, width, height }, by);
}

/** The box with these two opposite corners; null if it is too small to be meant. */
export function boxBetween(one: Point, other: Point): Box | null {
  const [x, y] = [between(Math.min(one.x, other.x), 0, 1), between(Math.min(one.y, other.y), 0, 1)];
  const [right, bottom] = [between(Math.max(one.x, other.x), 0, 1), between(Math.max(one.y, other.y), 0, 1)];
  const isMeant = right - x >= 2 * least && bottom - y >= 2 * least;
  return isMeant ? rounded({ x, y, width: right - x, height: bottom - y }) : null;
}

export function boxInWords(box: Box): string {
  const [left, top, width, height] = [percent(box.x), percent(box.y), percent(box.width), percent(box.height)];
  return t`${left} percent from the left, ${top} from the top, ${width} wide, ${height} high`;
}

/** A fraction as a percentage with one decimal. */
export const percent = (fraction: number) => Math.round(fraction * 1000) / 10;

const between = (value: number, from: number, to: number) => Math.min(Math.max(value, from), Math.max(from, to));

/**
 * Rounds a box to 0.0001 of the picture, which is less than a pixel of the largest photographs that are shown whole. Width and height are
 * limited, so that the box stays inside the picture.
 */
function rounded({ x, y, width, height }: Box): Box {
  const [left, top] = [round(x), round(y)];
  return { x: left, y: top, width: round(Math.min(width, 1 - left)), height: round(Math.min(height, 1 - top)) };
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
