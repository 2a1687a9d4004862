import { useEffect } from 'react';
import { type Sort, searchOf } from './sort.ts';

/** Only effects write it, so that it stays empty on the server. */
let lastSearch = '';

/** Remembers how the wall hangs, for the way back to it. */
export function useRememberedSort(sort: Sort): void {
  const search = searchOf(sort);
  useEffect(() => {
    lastSearch = search;
  }, [search]);
}

/** The wall as this visit last saw it; in the default order after the page was loaded anew. */
export function wallAddress(): string {
  return lastSearch === '' ? '/#collection' : `/?${lastSearch}#collection`;
}
