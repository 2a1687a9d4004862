interface VerticalRange {
  /** Pixels from the top of the window. */
  top: number;
  bottom: number;
}

/** Pixels between the moved element and the one it would cover. */
const gap = 12;

/**
 * How many pixels an element at the bottom of the window must move up so that it covers none of `others`; 0 if there is no
 * such position below `topLimit`.
 */
export function liftAbove({ top, bottom }: VerticalRange, others: readonly VerticalRange[], topLimit: number): number {
  let lift = 0;
  for (const other of others.toSorted((a, b) => b.bottom - a.bottom)) {
    const isCovered = other.bottom > top - lift && other.top < bottom - lift;
    if (isCovered) lift = bottom - other.top + gap;
  }
  return top - lift >= topLimit ? lift : 0;
}

/** The positions of headings and `[data-keep-clear]` elements that are in view and in the same column as `element`. */
export function elementsToKeepVisible(element: Element): VerticalRange[] {
  const own = element.getBoundingClientRect();
  return [...document.querySelectorAll('h1, h2, h3, [data-keep-clear]')]
    .map((other) => other.getBoundingClientRect())
    .filter(({ width, left, right }) => width > 1 && left < own.right && right > own.left)
    .filter(({ top, bottom }) => bottom > 0 && top < window.innerHeight);
}
