import { type RefObject, useEffect, useRef } from 'react';
import type { ListingSummary } from '../catalog/listing-summary.ts';

/**
 * After "Show more", moves the focus to the first new listing. Returns the ref of the list, and a function to call before
 * more are loaded.
 */
export function useFocusFirstNew(
  listings: readonly ListingSummary[],
): [RefObject<HTMLUListElement | null>, () => void] {
  const list = useRef<HTMLUListElement>(null);
  const lastSeen = useRef<string | null>(null);
  useEffect(() => {
    const position = listings.findIndex(({ id }) => id === lastSeen.current);
    if (lastSeen.current === null || position === listings.length - 1) return;
    lastSeen.current = null;
    const name = list.current?.children[position + 1]?.querySelector<HTMLElement>('h3 a');
    name?.focus({ preventScroll: true });
  }, [listings]);
  const rememberLast = () => {
    lastSeen.current = listings.at(-1)?.id ?? null;
  };
  return [list, rememberLast];
}
