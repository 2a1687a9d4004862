import type { ListingEvent } from '#contract/catalog.ts';

interface Listener {
  tell: (event: ListingEvent) => void;
  miss: () => void;
}

/** Who in this process wants to know of changes. */
export function createListeners() {
  const listeners = new Set<Listener>();
  return {
    tell(event: ListingEvent) {
      for (const listener of listeners) listener.tell(event);
    },
    /** Announcements may have been lost; from now on they are heard again. */
    miss() {
      for (const listener of [...listeners]) listener.miss();
    },
    listen(tell: Listener['tell'], miss: Listener['miss'] = () => undefined) {
      const listener = { tell, miss };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
