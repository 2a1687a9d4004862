import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/** Milliseconds between a navigation and its scroll to the collection (docs/behaviour/pages.md, 3). */
const collectionScrollDelay = 100;

/** The navigation state of a link that sets the scroll position or the focus of the next page. */
export interface ScrollIntent {
  scrollToCollection?: boolean;
  /** Pixels from the top. */
  scrollToPosition?: number;
  /** The id of the element to focus after a navigation to another page (route-announcer.tsx). */
  focusOn?: string;
}

/**
 * Scrolls as the navigation state says, then clears that state, so that a reload or a step back does not scroll again.
 * Rendered after <ScrollRestoration>, which scrolls a new page to its top first.
 */
export function ScrollToIntent() {
  const { key, state } = useLocation();
  const { scrollToCollection, scrollToPosition } = parseScrollIntent(state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll once per navigation, which `key` identifies.
  useLayoutEffect(() => {
    if (scrollToPosition === undefined) return;
    window.scrollTo(0, scrollToPosition);
    clearNavigationState();
  }, [key, scrollToPosition]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll once per navigation, which `key` identifies.
  useEffect(() => {
    if (!scrollToCollection) return;
    const timer = setTimeout(() => {
      document.getElementById('collection')?.scrollIntoView();
      clearNavigationState();
    }, collectionScrollDelay);
    return () => clearTimeout(timer);
  }, [key, scrollToCollection]);

  return null;
}

/** Reads the intent from a navigation state, which may be any value. */
export function parseScrollIntent(state: unknown): ScrollIntent {
  if (typeof state !== 'object' || state === null) return {};
  return {
    ...('scrollToCollection' in state && { scrollToCollection: state.scrollToCollection === true }),
    ...('scrollToPosition' in state &&
      typeof state.scrollToPosition === 'number' && { scrollToPosition: state.scrollToPosition }),
    ...('focusOn' in state && typeof state.focusOn === 'string' && { focusOn: state.focusOn }),
  };
}

/** Changes the history entry directly, where React Router stores the state as `usr`: a navigation would run the loaders. */
function clearNavigationState(): void {
  window.history.replaceState({ ...window.history.state, usr: null }, '');
}
