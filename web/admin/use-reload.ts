import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { focusMain } from './focus-main.ts';

/** Returns a function that loads the page again. If this removes the focused element, the focus moves to the content. */
export function useReload(): () => void {
  const { revalidate, state } = useRevalidator();
  const isDue = useRef(false);
  // `revalidate` may resolve before React has removed the element.
  useEffect(() => {
    if (state !== 'idle' || !isDue.current) return;
    isDue.current = false;
    if (document.activeElement === document.body) focusMain();
  }, [state]);
  // The component that uses this hook may be removed too, for example the row of a shipment.
  useEffect(
    () => () => {
      if (isDue.current && document.activeElement === document.body) focusMain();
    },
    [],
  );
  return () => {
    isDue.current = true;
    void revalidate();
  };
}
