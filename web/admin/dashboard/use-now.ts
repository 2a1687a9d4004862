import { useEffect, useState } from 'react';
import { serverNow } from '../../api.ts';

/** Milliseconds between updates. */
const updateInterval = 20_000;

/** The time of the server's clock in epoch milliseconds, updated every 20 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), updateInterval);
    return () => clearInterval(timer);
  }, []);
  return now;
}
