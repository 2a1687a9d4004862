import { useEffect, useState } from 'react';
import type { OwnCarrier } from '#contract/carriers.ts';
import { call } from '../../api.ts';

/** The carriers of the delivery settings; none until they are loaded, or if that fails. */
export function useOwnCarriers(): readonly OwnCarrier[] {
  const [own, setOwn] = useState<readonly OwnCarrier[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    void call('getDeliverySettings', { signal: stop.signal }).then((answer) => {
      if (answer.success) setOwn(answer.settings.carriers);
    });
    return () => stop.abort();
  }, []);
  return own;
}
