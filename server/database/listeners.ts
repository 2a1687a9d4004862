import type { ListingEvent } from '#contract/catalog.ts';

/** Who in this process wants to know of changes. */
export function createListeners() {
  const listeners = new Set<(event: ListingEvent) => void>();
  return {
    tell(event: ListingEvent) {
      for (const listener of listeners) listener(event);
    },
    listen(listener: (event: ListingEvent) => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
