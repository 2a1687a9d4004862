/**
 * A view transition that the next navigation overtakes is skipped, and its promise says so by a rejection that React Router
 * leaves to nobody: nothing went wrong, and no console need hear of it. Once per window.
 */
export function expectSkippedTransitions(): void {
  window.addEventListener('unhandledrejection', (event) => {
    if (isSkippedTransition(event.reason)) event.preventDefault();
  });
}

function isSkippedTransition(reason: unknown): boolean {
  return (
    reason instanceof DOMException && reason.name === 'AbortError' && /^Transition was skipped/.test(reason.message)
  );
}
