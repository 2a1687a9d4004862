// The browser's way back, for what lies over a page and is closed by it: the router must not hear of it, for which the
// page is the same as before and would be loaded again.

let close: (() => void) | null = null;

/** Before the router listens: a window tells its listeners in the order they came. */
export function listenToWayBack(): void {
  window.addEventListener('popstate', (event) => {
    if (!close) return;
    event.stopImmediatePropagation();
    close();
  });
}

/** `act` is called in the place of the next step back. Answers how to let the router have it again. */
export function takeWayBack(act: () => void): () => void {
  close = act;
  return () => {
    close = null;
  };
}
