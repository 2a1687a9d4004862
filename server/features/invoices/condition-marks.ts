import type { ConditionMark } from '#contract/condition-reports.ts';
import { ink } from '#server/platform/pdf/sheet.ts';
import type { Style, Typesetter } from '#server/platform/pdf/typesetter.ts';
import { type Point, placeNumbers } from './place-numbers.ts';

/** A rectangle, in points from the upper left corner of the page. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const paper = '#fefcf9';
/** In points: the radius of the ring around a place, the radius of the disc of its number, and the distance between their centres. */
const ring = 5;
const disc = 7;
const distance = 17;
const numberStyle: Style = { face: 'strong', size: 8, leading: 8, color: paper };

/**
 * Draws a photograph with its marks: a ring around each place, which does not cover what is there, and a number beside it. Both have a
 * dark and a light line, so that one of them stands out on any picture. The list below the photograph has the numbers for screen readers.
 */
export function setMarks(
  setter: Typesetter,
  { jpeg, alt }: { jpeg: Buffer; alt: string },
  box: Box,
  marks: readonly ConditionMark[],
): void {
  const { left, top, width, height } = box;
  setter.image(jpeg, left, top, { width, height, alt });
  const places = marks.map(({ x, y }) => ({ x: left + (x / 100) * width, y: top + (y / 100) * height }));
  const numbers = placeNumbers(places, box, { radius: disc + 1.5, distance });
  setter.decoration('Layout', () => {
    for (const [position, place] of places.entries()) drawPlace(setter, place, numbers[position] ?? place);
    for (const [position, centre] of numbers.entries()) {
      drawDisc(setter, centre);
      setNumber(setter, position + 1, centre);
    }
  });
}

/** Draws the disc below a number. */
export function drawDisc({ document }: Typesetter, { x, y }: Point): void {
  document.circle(x, y, disc + 1.5).fill(ink);
  document.circle(x, y, disc + 0.75).fill(paper);
  document.circle(x, y, disc).fill(ink);
}

/** Sets a number in the middle of its disc. */
export function setNumber(setter: Typesetter, number: number, { x, y }: Point): void {
  const text = String(number);
  setter.line(text, x - setter.widthOf(text, numberStyle) / 2, y + 2.8, numberStyle);
}

/** Draws the ring around a place, and the line from it to its number. */
function drawPlace({ document }: Typesetter, place: Point, number: Point): void {
  const length = Math.hypot(number.x - place.x, number.y - place.y) || 1;
  const edge = {
    x: place.x + ((number.x - place.x) / length) * ring,
    y: place.y + ((number.y - place.y) / length) * ring,
  };
  for (const { color, thickness } of [
    { color: paper, thickness: 2.6 },
    { color: ink, thickness: 1 },
  ]) {
    document.circle(place.x, place.y, ring).lineWidth(thickness).strokeColor(color).stroke();
    document.moveTo(edge.x, edge.y).lineTo(number.x, number.y).lineWidth(thickness).strokeColor(color).stroke();
  }
}
