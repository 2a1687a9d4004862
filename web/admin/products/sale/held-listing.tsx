import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { UnavailableListing } from '#contract/checkout.ts';
import { addressOf } from '../../sections.ts';
import { useHolder } from '../holder-of-listing.tsx';

/**
 * Who is in the way of a sale over the counter, and how the owner can end that. Links open beside the form, which keeps what was
 * entered.
 */
export function HeldListing({ listingId, name }: UnavailableListing) {
  const holder = useHolder(listingId);
  return (
    <p className="mt-2 wrap-anywhere">
      <Trans>
        {name}: {holder} Wait until then, or end the hold under{' '}
        <Link className="link" to={addressOf('holds')} target="_blank" rel="noreferrer">
          Holds (new tab)
        </Link>
        . A reservation is ended on the page where it was made. Then press ‘Record sale’ again.
      </Trans>
    </p>
  );
}
