import { t } from '@lingui/core/macro';
import type { Listing } from '#contract/catalog.ts';
import { Checkbox } from '../../ui/field.tsx';
import { useHolder } from '../products/holder-of-listing.tsx';

interface EndHoldProps {
  listing: Listing;
  checked: boolean;
  onChange: (isWanted: boolean) => void;
}

/** Offers to end the hold on the listing together with the change. */
export function EndHold({ listing, checked, onChange }: EndHoldProps) {
  const holder = useHolder(listing.id);
  return (
    <div role="group" aria-label={t`Hold`}>
      <p className="mb-2">{holder}</p>
      <Checkbox
        label={t`End the hold when the product is saved`}
        name="endHold"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
