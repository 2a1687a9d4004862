import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/** SPEC.md §2: milliseconds between a navigation and its scroll to the collection. */
const collectionScrollDelay = 100;

/** What a link may ask of the page it leads to, as its navigation state. */
export interface ScrollIntent {
  scrollToCollection?: boolean;
  /** Pixels from the top. */
  scrollToPosition?: number;
}

/**
 * Scrolls as the navigation's state asks, then clears that state, so that neither a reload nor the way back does it
 * again. Stands after <ScrollRestoration>, which has put the new page at its top by then.
 */
export function ScrollToIntent() {
  const { key, state } = useLocation();
  const { scrollToCollection, scrollToPosition } = intentOf(state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one navigation, one scroll; the key is the navigation.
  useLayoutEffect(() => {
    if (scrollToPosition === undefined) return;
    window.scrollTo(0, scrollToPosition);
    clearNavigationState();
  }, [key, scrollToPosition]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one navigation, one scroll; the key is the navigation.
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

function intentOf(state: unknown): ScrollIntent {
  if (typeof state !== 'object' || state === null) return {};
  return {
    ...('scrollToCollection' in state && { scrollToCollection: state.scrollToCollection === true }),
    ...('scrollToPosition' in state &&
      typeof state.scrollToPosition === 'number' && { scrollToPosition: state.scrollToPosition }),
  };
}

/** In the history entry, where React Router keeps it under `usr`: a navigation of its own would load the page again. */
function clearNavigationState(): void {
  window.history.replaceState({ ...window.history.state, usr: null }, '');
}
