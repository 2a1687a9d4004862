// Carries the navigation state of a page, such as the pieces to pay for, to the same page in another language. A link that loads a
// document cannot carry a state itself.

/** The key in the session storage; its value is `{ path, state }`. */
const storageKey = 'carriedState';

/** Whether this document began with a state that a page in another language had. */
export let hasCarriedState = false;

/** Keeps `state` for the document that is loaded next in this tab, if its path is `path`. */
export function carryState(path: string, state: unknown): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ path, state }));
  } catch {
    // Storage is disabled: the page opens as it does without a state.
  }
}

/** Gives this document the state that was kept for it. Must be called before the router is created, which reads the state once. */
export function adoptCarriedState(): void {
  try {
    const { path, state }: { path?: unknown; state?: unknown } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    sessionStorage.removeItem(storageKey);
    // React Router stores the navigation state as `usr`.
    hasCarriedState = path === window.location.pathname;
    if (hasCarriedState) window.history.replaceState({ usr: state }, '');
  } catch {
    // Storage is disabled.
  }
}
