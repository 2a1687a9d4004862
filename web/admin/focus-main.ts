/** For when what had the focus is gone: what is read and tabbed through next begins with the page's content. */
export function focusMain(): void {
  const main = document.querySelector('main');
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
