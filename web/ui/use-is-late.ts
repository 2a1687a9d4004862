import { useEffect, useState } from 'react';

/** Milliseconds until a loading state replaces the previous content. */
const lateAfter = 400;

/** Whether loading `target` (a path or address) already takes longer than 400 ms. Undefined: nothing is loading. */
export function useIsLate(target: string | undefined): boolean {
  const [lateTarget, setLateTarget] = useState<string>();
  useEffect(() => {
    if (target === undefined) return;
    const timer = setTimeout(() => setLateTarget(target), lateAfter);
    return () => {
      clearTimeout(timer);
      setLateTarget(undefined);
    };
  }, [target]);
  return target !== undefined && lateTarget === target;
}
