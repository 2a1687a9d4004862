/**
 * Suppresses the unhandled rejection of a view transition that is skipped because the next navigation has started. React
 * Router does not handle it, and it is not an error. Call once per window.
 */
export function ignoreSkippedTransitions(): void {
  window.addEventListener('unhandledrejection', (event) => {
    if (isSkippedTransition(event.reason)) event.preventDefault();
  });
}

function isSkippedTransition(reason: unknown): boolean {
  return (
    reason instanceof DOMException && reason.name === 'AbortError' && /^Transition was skipped/.test(reason.message)
  );
}
