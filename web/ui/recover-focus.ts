import { moveFocus } from './move-focus.ts';

/** Moves the focus to the start of the page's content if the focused element was removed. */
export function recoverFocus(): void {
  if (document.activeElement === document.body) moveFocus(document.querySelector('main'));
}
