/** The view of the chart, 800 x 400. All lengths in this file are in its units (docs/behaviour/analytics.md, 6). */
export const view = { width: 800, height: 400 };
export const margin = { top: 14, right: 12, bottom: 0, left: 0 };
export const axisSpace = { left: 62, bottom: 34 };
const plotWidth = view.width - axisSpace.left - margin.right;

/** The greatest width of a bar: 15 % of the width between the axes. */
export const widestBar = 0.15 * plotWidth;

/** The amounts at 0, 25, 50, 75 and 100 % of the axis: round numbers, the last one at least `highest`. */
export function axisTicks(highest: number): [number, number, number, number, number] {
  const step = roundUp(highest / 4);
  return [0, step, 2 * step, 3 * step, 4 * step];
}

const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = roundSteps.find((candidate) => candidate * power >= value) ?? 10;
  // Removes the rounding errors of binary fractions.
  return Number((step * power).toPrecision(3));
}

/** Width of a character of an axis label, and the minimum gap between two labels. */
const letter = 6;
const gap = 24;

/** The indexes of the labels below the chart, chosen so that no two overlap: every nth, always with the last one. */
export function shownLabels(labels: readonly string[]): number[] {
  const longest = Math.max(1, ...labels.map(({ length }) => length));
  const every = Math.max(1, Math.ceil(((longest * letter + gap) * labels.length) / plotWidth));
  return labels.map((_, index) => index).filter((index) => (labels.length - 1 - index) % every === 0);
}
