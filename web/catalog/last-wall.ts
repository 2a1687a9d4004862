import { useEffect } from 'react';

/** Only effects write it, so that it stays empty on the server. */
let lastSearch = '';

/** Remembers how the wall hangs and how far it was seen, for the way back to it. `search`: without the question mark. */
export function useRememberedWall(search: string): void {
  useEffect(() => {
    lastSearch = search;
  }, [search]);
}

/** The wall as this visit last saw it; its beginning in the default order after the page was loaded anew. */
export function wallAddress(): string {
  return lastSearch === '' ? '/#collection' : `/?${lastSearch}#collection`;
}
