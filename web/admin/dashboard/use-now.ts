import { useEffect, useState } from 'react';
import { serverNow } from '../../api.ts';

/** Milliseconds after which what the clock shows is looked at again. */
const refreshed = 20_000;

/** Epoch milliseconds by the server's clock, from time to time anew. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), refreshed);
    return () => clearInterval(timer);
  }, []);
  return now;
}
