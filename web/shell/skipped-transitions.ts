/**
 * Suppresses the unhandled rejection of a view transition that the browser skips, because the next navigation has started, the
 * page took too long, or the window was resized or hidden. React Router does not handle it, and it is not an error: the page changes
 * without an animation. Call once per window.
 */
export function ignoreSkippedTransitions(): void {
  window.addEventListener('unhandledrejection', (event) => {
    if (isSkippedTransition(event.reason)) event.preventDefault();
  });
}

function isSkippedTransition(reason: unknown): boolean {
  return (
    reason instanceof DOMException &&
    ['AbortError', 'TimeoutError', 'InvalidStateError'].includes(reason.name) &&
    /^Transition was (skipped|aborted)/.test(reason.message)
  );
}
