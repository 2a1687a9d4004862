import { t } from '@lingui/core/macro';
import { decimalOf } from '../../catalog/measures.ts';

/** The measures of a piece in centimetres. `depth` is null if nobody has entered it. */
export interface PieceSize {
  width: number;
  height: number;
  depth: number | null;
}

/** A rectangle in a scene in centimetres; `x` and `y` are the distances of its left and lower edges from those of the scene. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A drawn room around one piece, in centimetres. */
export interface Scene {
  width: number;
  height: number;
  /** Where the wall meets the floor, above the lower edge. */
  floor: number;
  piece: Place;
  person: Place;
  /** Null if the piece needs the space, or stands on the floor. */
  furniture: (Place & { kind: 'bench' | 'plinth' }) | null;
}

/** Measures of the room in centimetres (docs/behaviour/close-look.md, 41 and 42). */
export const room = { person: 165, bench: 140, middle: 150 };

const personWidth = 52;
const benchHeight = 45;
/** The floor that is visible below the foot of the wall. */
const floorHeight = 24;
/** A person, a plinth or a bench stands in front of the wall, so its base is drawn this much lower than the bottom of the wall. */
const inFront = 6;
/** The least space between a hanging piece and the floor. */
const leastBelow = 20;
const leastAboveBench = 5;
const margin = 12;
/** The gap between a piece and its dimension line. The line with its end marks is about 10 cm deep. */
export const dimensionGap = 6;

/** Whether a piece stands and does not hang: its depth is at least half of its shorter side (docs/behaviour/close-look.md, 42). */
export function stands({ width, height, depth }: PieceSize): boolean {
  return depth !== null && depth >= Math.min(width, height) / 2;
}

/** How high the middle of a hanging piece is above the floor: 150 cm, or more for a tall piece, so that 20 cm stay free below it. */
export function middleOf({ height }: PieceSize): number {
  return Math.max(room.middle, leastBelow + height / 2);
}

/** The height of the plinth below a piece that stands: lower for taller pieces, 0 if they stand on the floor. */
export function plinthOf({ height }: PieceSize): number {
  if (height <= 70) return 100;
  return height <= 130 ? 45 : 0;
}

/** The room in which a piece hangs or stands. */
export function sceneOf(size: PieceSize): Scene {
  return stands(size) ? standing(size) : hanging(size);
}

function hanging(size: PieceSize): Scene {
  const { width, height } = size;
  const y = lowerEdgeOf(size);
  const hasBench = y - floorHeight >= benchHeight + leastAboveBench;
  const widest = hasBench ? Math.max(width, room.bench) : width;
  const centre = margin + widest / 2;
  // The text keeps its size while a wide scene is drawn smaller, so there it needs more centimetres.
  const wordsWidth = 30 + (width + room.bench) / 10;
  const personX = Math.max(centre + width / 2 + wordsWidth, centre + widest / 2 + margin);
  return {
    width: personX + personWidth + margin,
    height: heightWith(y + height),
    floor: floorHeight,
    piece: { x: centre - width / 2, y, width, height },
    person: personAt(personX),
    furniture: hasBench
      ? { kind: 'bench', x: centre - room.bench / 2, y: standAt, width: room.bench, height: benchHeight }
      : null,
  };
}

function standing(size: PieceSize): Scene {
  const { width, height } = size;
  const plinth = plinthBelow(size);
  const centre = margin * 2 + plinthWidth(size) / 2;
  const personX = centre + plinthWidth(size) / 2 + 30;
  const y = lowerEdgeOf(size);
  return {
    width: personX + personWidth + margin,
    height: heightWith(y + height),
    floor: floorHeight,
    piece: { x: centre - width / 2, y, width, height },
    person: personAt(personX),
    furniture: plinth && { kind: 'plinth', ...plinth, x: margin * 2 },
  };
}

/** How high the lower edge of a piece is above the lower edge of the drawing. */
export function lowerEdgeOf(size: PieceSize): number {
  return stands(size) ? standAt + plinthOf(size) : floorHeight + middleOf(size) - size.height / 2;
}

/** A wall with several pieces side by side. The page places them from left to right. */
export function sharedWall(sizes: readonly PieceSize[]) {
  const highest = Math.max(0, ...sizes.map((size) => lowerEdgeOf(size) + size.height));
  return { height: Math.max(highest, standAt + room.person) + margin, floor: floorHeight, person: personAt(0) };
}

/** The plinth below a piece; null if it does not stand on one. `x` is 0: the caller places it. */
export function plinthBelow(size: PieceSize): Place | null {
  if (!stands(size) || plinthOf(size) === 0) return null;
  return { x: 0, y: standAt, width: plinthWidth(size), height: plinthOf(size) };
}

const plinthWidth = ({ width }: PieceSize) => Math.max(40, width + 12);

const standAt = floorHeight - inFront;

const personAt = (x: number): Place => ({ x, y: standAt, width: personWidth, height: room.person });

/** Above the piece there is space for the dimension line and its words. */
const heightWith = (topOfPiece: number) => Math.max(topOfPiece + 38, standAt + room.person + 16);

/** "75 × 96 cm", with the decimal mark of the language. */
export const sizeWords = ({ width, height }: { width: number; height: number }) =>
  `${decimalOf(width)} × ${decimalOf(height)} cm`;

/** How the piece hangs or stands, as a sentence for people who do not see the drawing. */
export function sceneWords(name: string, size: PieceSize): string {
  const [width, height] = [decimalOf(size.width), decimalOf(size.height)];
  const { bench } = room;
  if (!stands(size)) {
    const middle = decimalOf(middleOf(size));
    return sceneOf(size).furniture
      ? t`Drawn room. ${name}, ${width} cm wide and ${height} cm high, hangs with its middle ${middle} cm above the floor, over a bench ${bench} cm long.`
      : t`Drawn room. ${name}, ${width} cm wide and ${height} cm high, hangs with its middle ${middle} cm above the floor.`;
  }
  const plinth = decimalOf(plinthOf(size));
  return plinthOf(size) > 0
    ? t`Drawn room. ${name}, ${width} cm wide and ${height} cm high, stands on a plinth ${plinth} cm high.`
    : t`Drawn room. ${name}, ${width} cm wide and ${height} cm high, stands on the floor.`;
}
