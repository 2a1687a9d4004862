import { useIsHydrated } from '../ui/use-is-hydrated.ts';
import { useShop } from './shop.ts';
import { type Times, timesIn } from './times.ts';

/**
 * The formats for all times shown to people. The server does not know the reader's zone, so its pages show the shop's time
 * without a zone name; the browser adds the name after hydration if the offsets differ.
 */
export function useTimes(): Times {
  const { timezone } = useShop();
  const isHydrated = useIsHydrated();
  return isHydrated ? timesIn(timezone) : timesIn(timezone, timezone);
}
