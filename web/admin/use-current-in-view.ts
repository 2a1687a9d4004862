import { type RefObject, useEffect, useRef } from 'react';

/** For a row of links that scrolls sideways on phones: brings the link of the current page to its middle. */
export function useCurrentInView(current: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for every page.
  useEffect(() => {
    const list = row.current;
    const link = list?.querySelector<HTMLElement>('[aria-current]');
    if (!list || !link) return;
    const before = list.getBoundingClientRect();
    const { left, width } = link.getBoundingClientRect();
    list.scrollBy({ left: left + width / 2 - before.left - before.width / 2 });
  }, [current]);
  return row;
}
