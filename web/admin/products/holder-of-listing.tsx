import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { AdminHold } from '#contract/checkout.ts';
import { call } from '../../api.ts';
import { useTimes } from '../../shell/use-times.ts';

/** Says who holds a listing that is about to be deleted, and what becomes of the hold. */
export function HolderOfListing({ listing }: { listing: Listing }) {
  return (
    <p className="mt-3" role="status">
      {useHolder(listing.id)} {t`Deleting the piece also ends any hold or reservation of it.`}
    </p>
  );
}

/** Says who holds a listing, as far as it is known yet. A reservation by a client offer or a waiting list is not a hold. */
export function useHolder(listingId: Listing['id']): string {
  const { end } = useTimes();
  const [found, setFound] = useState<AdminHold | 'nobody' | 'failed' | null>(null);
  useEffect(() => {
    const closing = new AbortController();
    void call('listHolds', { signal: closing.signal }).then((answer) => {
      if (closing.signal.aborted) return;
      const hold = answer.success && (answer.holds.find((held) => held.listingId === listingId) ?? 'nobody');
      setFound(hold || 'failed');
    });
    return () => closing.abort();
  }, [listingId]);
  if (found === null) return t`Checking whether a buyer holds it...`;
  if (found === 'failed') return t`The holds could not be loaded. Please look under ‘Holds’ whether a buyer holds it.`;
  if (found === 'nobody') return t`No buyer holds it. A client offer or a waiting list may have reserved it.`;
  // A hold also lasts for days while a bank transfer is awaited, so the day belongs to its end.
  const [buyer, time] = [buyerOf(found), end(found.expiresAt)];
  return t`${buyer} holds it until ${time}.`;
}

function buyerOf({ userName, userEmail }: AdminHold): string {
  return userName === '' || userName === userEmail ? userEmail : `${userName} (${userEmail})`;
}
