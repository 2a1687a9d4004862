import { useEffect, useState } from 'react';
import { serverNow, syncServerTime } from './api.ts';

/** The longest delay of a timer in milliseconds, 24 days; with a longer one the timer runs at once. No page stays open for so long. */
export const longestDelay = 2 ** 31 - 1;

/** Whether `moment` (ISO 8601) has passed by the server's clock. Needed because the server sends no event when a time is over. */
export function useHasPassed(moment: string | null): boolean {
  const [passedMoment, setPassedMoment] = useState<string | null>(null);
  useEffect(() => {
    if (moment === null) return;
    let isCancelled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void syncServerTime().then(() => {
      const delay = Math.max(0, Date.parse(moment) - serverNow());
      if (!isCancelled && delay <= longestDelay) timer = setTimeout(() => setPassedMoment(moment), delay);
    });
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [moment]);
  return moment !== null && passedMoment === moment;
}
