import { useEffect, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { AdminHold } from '#contract/checkout.ts';
import { call } from '../../api.ts';
import { useTimes } from '../../shell/use-times.ts';

/** Says who is paying for a listing right now, and that the hold ends with the action of the dialog. */
export function HolderOfProduct({ listing }: { listing: Listing }) {
  const { clock } = useTimes();
  const [hold, setHold] = useState<AdminHold | null>(null);
  useEffect(() => {
    void call('listHolds').then((answer) => {
      if (answer.success) setHold(answer.holds.find(({ listingId }) => listingId === listing.id) ?? null);
    });
  }, [listing.id]);
  return (
    <p className="mt-3" role="status">
      {hold
        ? `${hold.userName || hold.userEmail} (${hold.userEmail}) holds it until ${clock(hold.expiresAt)}. This ends the hold.`
        : 'A buyer is paying for it right now. This ends the hold.'}
    </p>
  );
}
