import { type RefObject, useEffect, useRef } from 'react';

/** Returns the ref of a heading. The heading takes the focus when a change of `shown` has removed the focused element. */
export function useHeadingFocus(shown: unknown): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [shown]);
  return heading;
}
