import { useCallback, useEffect, useEffectEvent, useState } from 'react';

/** Returns the same function in every rendering; it calls the `latest` of the last rendering. */
export function useStable<Arguments extends unknown[]>(
  latest: (...given: Arguments) => void,
): (...given: Arguments) => void {
  const event = useEffectEvent(latest);
  const [stable] = useState(() => ({ call: (..._given: Arguments) => {} }));
  useEffect(() => {
    stable.call = event;
  }, [stable]);
  return useCallback((...given: Arguments) => stable.call(...given), [stable]);
}
