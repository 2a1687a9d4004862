import { useEffect, useState } from 'react';

/**
 * The resolved value of a promise; while it is pending, the value of the previous promise. The promise must never reject.
 */
export function useLatest<Value>(promise: Promise<Value>): { value: Value | undefined; isPending: boolean } {
  const [settled, setSettled] = useState<{ promise: Promise<Value>; value: Value }>();
  useEffect(() => {
    let isReplaced = false;
    void promise.then((value) => {
      if (!isReplaced) setSettled({ promise, value });
    });
    return () => {
      isReplaced = true;
    };
  }, [promise]);
  return { value: settled?.value, isPending: settled?.promise !== promise };
}
