import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { recoverFocus } from '../ui/recover-focus.ts';

/** Returns a function that loads the page again. If this removes the focused element, the focus moves to the content. */
export function useReload(): () => void {
  const { revalidate, state } = useRevalidator();
  const isDue = useRef(false);
  // `revalidate` may resolve before React has removed the element.
  useEffect(() => {
    if (state !== 'idle' || !isDue.current) return;
    isDue.current = false;
    recoverFocus();
  }, [state]);
  // The component that uses this hook may be removed too, for example the row of a shipment.
  useEffect(
    () => () => {
      if (isDue.current) recoverFocus();
    },
    [],
  );
  return () => {
    isDue.current = true;
    void revalidate();
  };
}
