import { useLayoutEffect, useRef, useState } from 'react';
import { handleHistorySteps } from '../shell/history-steps.ts';

/**
 * The open state of the lightbox, with its own entry in the browser's history: a step back closes it instead of leaving
 * the page, closing it otherwise steps back, and after a reload or a step forward it is open again.
 */
export function useLightboxHistory(): { isOpen: boolean; open: () => void; close: () => void } {
  const [isOpen, setIsOpen] = useState(false);
  // The same as `isOpen`, but at once: a step may arrive before React renders the last change.
  const wasOpen = useRef(false);
  const isClosing = useRef(false);
  const setOpen = (next: boolean) => {
    wasOpen.current = next;
    setIsOpen(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page; the setter only writes refs and state.
  useLayoutEffect(() => {
    const page = pageOfEntry();
    setOpen(isOpenEntry());
    return handleHistorySteps(() => {
      isClosing.current = false;
      const isSamePage = pageOfEntry() === page;
      // A step that neither closes nor opens the lightbox comes from another page that is not shown yet: the router handles it.
      const isOwnStep = isSamePage && (wasOpen.current || isOpenEntry());
      setOpen(isSamePage && isOpenEntry());
      return isOwnStep;
    });
  }, []);
  return {
    isOpen,
    open() {
      window.history.pushState({ ...window.history.state, [openKey]: true }, '');
      setOpen(true);
    },
    close() {
      // Only once: stepping back is asynchronous, and a second step would leave the page.
      if (isClosing.current) return;
      isClosing.current = true;
      window.history.back();
    },
  };
}

/** A key in `history.state`, next to those of the router. */
const openKey = 'lightbox';

function isOpenEntry(): boolean {
  return window.history.state?.[openKey] === true;
}

/** Identifies the page of the current history entry: by the router's key, which the first entry has not, and the address. */
function pageOfEntry(): string {
  return `${window.history.state?.key ?? ''} ${window.location.href}`;
}
