import { useEffect, useState } from 'react';
import { serverNow } from '../../api.ts';

/** Milliseconds between updates. */
const refreshed = 20_000;

/** Epoch milliseconds of the server's clock, updated from time to time. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), refreshed);
    return () => clearInterval(timer);
  }, []);
  return now;
}
