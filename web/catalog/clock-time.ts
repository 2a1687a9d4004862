import { useSyncExternalStore } from 'react';
import { useShop } from '../shell/shop.ts';

/** A moment (epoch milliseconds or ISO 8601) as a clock shows it: "3:42 pm". */
export type ClockTime = (moment: number | string) => string;

/**
 * How the end of a hold is said, everywhere: by the clock of whoever waits for it. The server does not know that clock
 * and says the shop's, until the page has come to life.
 */
export function useClockTime(): ClockTime {
  const { timezone } = useShop();
  const timeZone = useSyncExternalStore(neverChanges, viewersTimeZone, () => timezone);
  const clock = new Intl.DateTimeFormat('en-AU', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true });
  // Which space stands before "pm", and whether it is written large, differs between tables of languages.
  return (moment) => clock.format(new Date(moment)).replace(/\s/g, ' ').toLowerCase();
}

const viewersTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const neverChanges = () => () => {};
