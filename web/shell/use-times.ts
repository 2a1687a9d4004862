import { useSyncExternalStore } from 'react';
import { useShop } from './shop.ts';
import { type Times, timesIn } from './times.ts';

/**
 * The formats for all times shown to people. The server does not know the reader's zone, so its pages show the shop's time
 * without a zone name; the browser adds the name after hydration if the offsets differ.
 */
export function useTimes(): Times {
  const { timezone } = useShop();
  const isBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return isBrowser ? timesIn(timezone) : timesIn(timezone, timezone);
}

const neverChanges = () => () => {};
