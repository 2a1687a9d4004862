import { t } from '@lingui/core/macro';
import type { Box, CloseLook } from '#contract/close-look.ts';

/**
 * The light over the piece. `x` and `y` are fractions of the picture, like every box. `height` is in centimetres over the
 * surface; without the true size of the piece, in percent of its longer side.
 */
export interface Lamp {
  x: number;
  y: number;
  height: number;
}

/** The range and the steps of `Lamp.height`, in its unit; `first` is the height at the beginning. */
export const heights = { min: 4, max: 60, step: 2, first: 16 };

/** The eight directions, row by row from the top left. `azimuth` in degrees: 0 is right, 90 above the upper edge. */
export const directions = [
  { id: 'nw', label: t`Top left`, azimuth: 135 },
  { id: 'n', label: t`Top`, azimuth: 90 },
  { id: 'ne', label: t`Top right`, azimuth: 45 },
  { id: 'w', label: t`Left`, azimuth: 180 },
  { id: 'e', label: t`Right`, azimuth: 0 },
  { id: 'sw', label: t`Bottom left`, azimuth: 225 },
  { id: 's', label: t`Bottom`, azimuth: 270 },
  { id: 'se', label: t`Bottom right`, azimuth: 315 },
] as const;
export type Direction = (typeof directions)[number]['id'];

/** The box of a piece whose place in the picture is not known. */
const wholePicture: Box = { x: 0, y: 0, width: 1, height: 1 };

export const pieceOf = ({ box }: Pick<CloseLook, 'box'>): Box => box ?? wholePicture;

/** The lamp over the piece, close to the edge or corner that the direction names. */
export function lampFrom(direction: Direction, look: Pick<CloseLook, 'box'>, height: number): Lamp {
  const { x, y, width, height: tall } = pieceOf(look);
  const [across, down] = sidesOf(direction);
  return { x: x + width * (0.5 + 0.47 * across), y: y + tall * (0.5 + 0.47 * down), height };
}

/** -1 is left or top, 1 is right or bottom, 0 is the middle. */
function sidesOf(direction: Direction): [across: number, down: number] {
  const across = direction.includes('w') ? -1 : direction.includes('e') ? 1 : 0;
  return [across, direction.startsWith('n') ? -1 : direction.startsWith('s') ? 1 : 0];
}

/** The lamp, moved if necessary: at most 5 percent of the piece's width or height beyond its edges, and within `heights`. */
export function limitLamp({ x, y, height }: Lamp, look: Pick<CloseLook, 'box'>): Lamp {
  const piece = pieceOf(look);
  const within = (value: number, start: number, length: number) =>
    Math.min(start + 1.05 * length, Math.max(start - 0.05 * length, value));
  return {
    x: within(x, piece.x, piece.width),
    y: within(y, piece.y, piece.height),
    height: Math.min(heights.max, Math.max(heights.min, height)),
  };
}

/** Width and height of the whole picture in the unit of `Lamp.height`. */
export function pictureUnits({ image, box, sizeCm }: Pick<CloseLook, 'image' | 'box' | 'sizeCm'>): {
  width: number;
  height: number;
} {
  if (box && sizeCm) return { width: sizeCm.width / box.width, height: sizeCm.height / box.height };
  const piece = pieceOf({ box });
  const ratio = image.height / image.width;
  const unit = 100 / Math.max(piece.width, piece.height * ratio);
  return { width: unit, height: unit * ratio };
}
