/** SPEC.md §9 and the design: a view of 800 x 400, and what the axes take of it, in the view's own units. */
export const view = { width: 800, height: 400 };
export const margin = { top: 14, right: 12, bottom: 0, left: 0 };
export const axisSpace = { left: 62, bottom: 34 };
const plotWidth = view.width - axisSpace.left - margin.right;

/** No bar is wider than 15 % (SPEC.md §9). */
export const widestBar = 0.15 * plotWidth;

/** The values at 0, 25, 50, 75 and 100 % of the axis: round ones, the last at least the highest there is. Dollars. */
export function axisTicks(highest: number): [number, number, number, number, number] {
  const step = roundUp(highest / 4);
  return [0, step, 2 * step, 3 * step, 4 * step];
}

const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = roundSteps.find((candidate) => candidate * power >= value) ?? 10;
  // Without the drift of binary fractions.
  return Number((step * power).toPrecision(3));
}

/** "$4,000"; in short from a million on. */
export function axisAmount(dollars: number): string {
  const isLong = dollars >= 1_000_000;
  const number = dollars.toLocaleString('en-US', {
    ...(isLong && { notation: 'compact', maximumFractionDigits: 2 }),
    minimumFractionDigits: Number.isInteger(dollars) ? 0 : 2,
  });
  return `$${number}`;
}

/** Width of a letter of the axis, and the least there is between two labels. */
const letter = 6;
const gap = 24;

/** Which of the labels stand below the chart so that none touches another: every so many, the last one always. */
export function shownLabels(labels: readonly string[]): number[] {
  const longest = Math.max(1, ...labels.map(({ length }) => length));
  const every = Math.max(1, Math.ceil(((longest * letter + gap) * labels.length) / plotWidth));
  return labels.map((_, index) => index).filter((index) => (labels.length - 1 - index) % every === 0);
}
