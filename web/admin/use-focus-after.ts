import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a function that takes selectors. After the next change of `changing`, the first selector that matches an element in
 * `part` gives this element the focus.
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
