import { useEffect, useState, useSyncExternalStore } from 'react';
import { storedSession } from '../stored-session.ts';

/**
 * Tells the server that a visitor opened a piece from another page of the shop. A page that the server itself has sent was counted there,
 * and the data of a page may have been loaded in advance, so the server cannot count that. Admins are not counted.
 */
export function useCountView(listingId: string): void {
  const [isSentByServer] = useState(useIsHydrating());
  useEffect(() => {
    if (isSentByServer || storedSession()?.isAdmin) return;
    // A beacon has no session and nobody waits for it.
    navigator.sendBeacon(`/api/listings/${encodeURIComponent(listingId)}/views`);
  }, [isSentByServer, listingId]);
}

/** True while React takes over a page that the server has rendered. */
function useIsHydrating(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  );
}
