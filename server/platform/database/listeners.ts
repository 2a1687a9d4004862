import type { ListingEvent } from '#contract/catalog.ts';

interface Listener {
  onEvent: (event: ListingEvent) => void;
  onGap: () => void;
}

/** Returns the register of this process's listeners for listing events. */
export function createListeners() {
  const listeners = new Set<Listener>();
  return {
    emit(event: ListingEvent) {
      for (const { onEvent } of listeners) onEvent(event);
    },
    /** Reports that events may be missing and that new ones arrive again. */
    emitGap() {
      for (const { onGap } of [...listeners]) onGap();
    },
    listen(onEvent: Listener['onEvent'], onGap: Listener['onGap'] = () => undefined) {
      const listener = { onEvent, onGap };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
