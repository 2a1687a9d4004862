import { useEffect, useState } from 'react';
import { storedSession } from '../stored-session.ts';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';

/**
 * Reports to the server that a visitor opened a piece from another page of the shop (docs/behaviour/visits.md, 1 and 2). The server counts
 * the pages that it renders. It does not count requests for the data of a page, because browsers may load that in advance. Views by admins
 * are not reported.
 */
export function useCountView(listingId: string): void {
  const [isSentByServer] = useState(!useIsHydrated());
  useEffect(() => {
    if (isSentByServer || storedSession()?.isAdmin) return;
    // A beacon sends no session token, and no code waits for its answer.
    navigator.sendBeacon(`/api/listings/${encodeURIComponent(listingId)}/views`);
  }, [isSentByServer, listingId]);
}
