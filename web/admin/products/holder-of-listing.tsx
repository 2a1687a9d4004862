import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { AdminHold } from '#contract/checkout.ts';
import { call } from '../../api.ts';
import { useTimes } from '../../shell/use-times.ts';

/** Says who is paying for a listing right now. */
export function useHolder(listingId: Listing['id']): string {
  const { clock } = useTimes();
  /** Undefined while it is not known, null if nobody has one. */
  const [hold, setHold] = useState<AdminHold | null>();
  useEffect(() => {
    void call('listHolds').then((answer) => {
      if (answer.success) setHold(answer.holds.find((held) => held.listingId === listingId) ?? null);
    });
  }, [listingId]);
  if (hold === null) return t`Nobody is paying for it right now, but the gallery may have reserved it for somebody.`;
  if (!hold) return t`A buyer is paying for it right now.`;
  const { userName, userEmail: email } = hold;
  const [name, time] = [userName || email, clock(hold.expiresAt)];
  return t`${name} (${email}) holds it until ${time}.`;
}

/** Says who is paying for a listing right now, and that the hold ends with the action of the dialog. */
export function HolderOfListing({ listing }: { listing: Listing }) {
  return (
    <p className="mt-3" role="status">
      {useHolder(listing.id)} {t`This ends the hold.`}
    </p>
  );
}
