import { type RefObject, useEffect, useRef, useState } from 'react';

interface EditMode<Box> {
  editing: boolean;
  setEditing: (editing: boolean) => void;
  /** Around both modes. */
  box: RefObject<Box | null>;
}

/** View and edit modes in one place. After the change the focus is on what carries `data-mode-focus` in the new one. */
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
