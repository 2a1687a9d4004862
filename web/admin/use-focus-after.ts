import { type RefObject, useEffect, useRef } from 'react';

/** Returns a function that focuses what a selector finds in `part`, once `changing` has changed. */
export function useFocusAfter(part: RefObject<HTMLElement | null>, changing: unknown): (selector: string) => void {
  const next = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a change.
  useEffect(() => {
    if (next.current !== null) part.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  }, [changing, part]);
  return (selector: string) => {
    next.current = selector;
  };
}
