/** Focuses any element. Does not scroll; only a field is scrolled into view, as it may be far down. */
export function moveFocus(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: !element.matches('input, textarea') });
}
