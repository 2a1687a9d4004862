import { moveFocus } from '../ui/move-focus.ts';

/** Moves the focus to the start of the page's content. Used when the focused element was removed. */
export function focusMain(): void {
  moveFocus(document.querySelector('main'));
}
