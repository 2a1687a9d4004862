import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { UnavailableListing } from '#contract/checkout.ts';
import { unavailableFailures } from '#contract/unavailable.ts';
import type { Wording } from '../shell/times.ts';
import { useTimes } from '../shell/use-times.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

interface UnavailableListingsProps {
  listings: readonly UnavailableListing[];
  /** Whether other listings are left to buy. */
  hasRest: boolean;
  /** Removes them from the list and from the cart. */
  onRemove: () => void;
  onRetry: () => void;
}

/** The listings that are not available, with reasons and next steps (docs/behaviour/checkout.md, 18). */
export function UnavailableListings({ listings, hasRest, onRemove, onRetry }: UnavailableListingsProps) {
  const { clock, minute } = useTimes();
  return (
    <>
      <Note tone="failed">
        <ul>
          {listings.map((listing) => (
            <li key={listing.listingId}>{messageOf(listing, listing.reason === 'limit' ? minute : clock)}</li>
          ))}
        </ul>
      </Note>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button small onClick={onRemove}>
          {hasRest ? t`Continue with the rest` : t`Remove from cart`}
        </Button>
        {listings.some(({ reason }) => reason === 'held') && (
          <Button small variant="line" onClick={onRetry}>
            <Trans>Ask again</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

function messageOf({ name, reason, until }: UnavailableListing, time: Wording): string {
  const message = unavailableFailures[reason][1].replace('{name}', () => name);
  return until ? t`${message} until ${{ time: time(until) }}.` : `${message}.`;
}
