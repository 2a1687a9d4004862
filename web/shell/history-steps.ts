// Steps in the browser's history that open or close an overlay of the page. The router must not receive them, because it
// would load the same page again.

let handleStep: (() => boolean) | null = null;

/** Starts listening to history steps. Call it before the router is created: listeners run in the order in which they were added. */
export function listenToHistorySteps(): void {
  window.addEventListener('popstate', (event) => {
    if (handleStep?.()) event.stopImmediatePropagation();
  });
}

/**
 * Calls `handle` after each step back or forward, when the address and `history.state` are those of the new entry. `handle`
 * returns true if it handled the step; the router then does not receive it. There is only one handler at a time. Returns an
 * unsubscribe function.
 */
export function handleHistorySteps(handle: () => boolean): () => void {
  handleStep = handle;
  return () => {
    handleStep = null;
  };
}
