import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a function that focuses an element of `part` once `changing` has changed: what the first of the selectors
 * finds that finds anything.
 */
export function useFocusAfter(
  part: RefObject<HTMLElement | null>,
  changing: unknown,
): (...selectors: string[]) => void {
  const next = useRef<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a change.
  useEffect(() => {
    const found = next.current.map((selector) => part.current?.querySelector<HTMLElement>(selector));
    found.find(Boolean)?.focus();
    next.current = [];
  }, [changing, part]);
  return (...selectors: string[]) => {
    next.current = selectors;
  };
}
