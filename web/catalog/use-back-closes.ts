import { useEffect, useRef, useState } from 'react';
import { takeWayBack } from '../shell/way-back.ts';

/**
 * Open or closed, with an entry of its own in the browser's history: the way back closes it instead of leaving the page,
 * and closing it otherwise goes that way back.
 */
export function useBackCloses(): { isOpen: boolean; open: () => void; close: () => void } {
  const [isOpen, setOpen] = useState(false);
  const isClosing = useRef(false);
  useEffect(() => {
    if (!isOpen) return;
    isClosing.current = false;
    return takeWayBack(() => setOpen(false));
  }, [isOpen]);
  return {
    isOpen,
    open() {
      window.history.pushState(window.history.state, '');
      setOpen(true);
    },
    close() {
      // Once: the way back takes a moment, and two steps back leave the page.
      if (isClosing.current) return;
      isClosing.current = true;
      window.history.back();
    },
  };
}
