import { useEffect } from 'react';

/** Tells the page whether a part of it has unsaved changes. A part that is removed from the page has none. */
export function useDirtyReport(isDirty: boolean, onDirty: (isDirty: boolean) => void): void {
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
}
