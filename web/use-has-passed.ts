import { useEffect, useState } from 'react';
import { serverNow, syncServerTime } from './api.ts';

/** Milliseconds. Browsers run a timer with a longer delay at once. No page stays open for 24 days. */
export const longestDelay = 2 ** 31 - 1;

/** Whether `moment` (ISO 8601) has passed by the server's clock. No event tells a page that a time is over. */
export function useHasPassed(moment: string | null): boolean {
  const [passed, setPassed] = useState<string | null>(null);
  useEffect(() => {
    if (moment === null) return;
    let isCancelled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void syncServerTime().then(() => {
      const delay = Math.max(0, Date.parse(moment) - serverNow());
      if (!isCancelled && delay <= longestDelay) timer = setTimeout(() => setPassed(moment), delay);
    });
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [moment]);
  return moment !== null && passed === moment;
}
