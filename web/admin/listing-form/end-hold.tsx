import { t } from '@lingui/core/macro';
import type { Listing } from '#contract/catalog.ts';
import { Checkbox } from '../../ui/field.tsx';
import { useHolder } from '../products/holder-of-listing.tsx';

interface EndHoldProps {
  listing: Listing;
  /** How many times the change was refused because of a hold or a reservation. Each time the holder may be another one. */
  refusals: number;
  checked: boolean;
  onChange: (isWanted: boolean) => void;
}

/** Offers to end the hold or reservation of the listing together with the change. Renders nothing if there is none. */
export function EndHold({ listing, refusals, checked, onChange }: EndHoldProps) {
  if (!listing.reserved && refusals === 0) return null;
  return (
    <div role="group" aria-label={t`Hold`}>
      <Holder key={refusals} listingId={listing.id} />
      <Checkbox
        label={t`End the hold or reservation when the product is saved`}
        name="endHold"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}

function Holder({ listingId }: { listingId: Listing['id'] }) {
  return <p className="mb-2">{useHolder(listingId)}</p>;
}
