import { type RefObject, useEffect, useRef, useState } from 'react';

interface EditMode<Box> {
  editing: boolean;
  setEditing: (editing: boolean) => void;
  /** The ref for the element that contains both modes. */
  box: RefObject<Box | null>;
}

/**
 * Switches between view and edit mode. After a switch, the element with `data-mode-focus` in the new mode gets the
 * focus.
 */
export function useEditMode<Box extends HTMLElement>(): EditMode<Box> {
  const [editing, setEditing] = useState(false);
  const box = useRef<Box>(null);
  const shown = useRef(editing);
  useEffect(() => {
    if (shown.current === editing) return;
    shown.current = editing;
    box.current?.querySelector<HTMLElement>('[data-mode-focus]')?.focus();
  }, [editing]);
  return { editing, setEditing, box };
}
