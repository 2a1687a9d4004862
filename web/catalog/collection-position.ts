import { useEffect } from 'react';
import type { ScrollIntent } from '../shell/scroll-intent.tsx';

// Only effects and click handlers set these variables, so they stay empty on the server, where all requests share them.
let lastSearch = '';
/** `position`: pixels from the top of the page. */
let lastPosition: { listingId: string; position: number } | null = null;

/** Remembers the sort order and page of the collection, for links back to it. `search` has no question mark. */
export function useRememberedCollection(search: string): void {
  useEffect(() => {
    lastSearch = search;
  }, [search]);
}

/** Remembers the scroll position when a listing is opened. */
export function rememberPosition(listingId: string): void {
  lastPosition = { listingId, position: window.scrollY };
}

/** Forgets the scroll position, so that the next link back goes to the beginning of the collection. */
export function forgetPosition(): void {
  lastPosition = null;
}

/**
 * A link from a product page to the collection as last shown, at the position where the listing was opened. It goes to the
 * beginning of the collection if the listing was not opened from there, or after a reload (docs/behaviour/pages.md, 9).
 */
export function linkBackToCollection(listingId: string): { to: string; state: ScrollIntent } {
  return {
    to: lastSearch === '' ? '/#collection' : `/?${lastSearch}#collection`,
    state:
      lastPosition?.listingId === listingId
        ? { scrollToPosition: lastPosition.position }
        : { scrollToCollection: true },
  };
}
