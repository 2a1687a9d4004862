import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { UnavailableListing } from '#contract/checkout.ts';
import { addressOf } from '../../sections.ts';
import { useHolder } from '../holder-of-listing.tsx';

/**
 * Why a piece cannot be sold over the counter now, and how the owner can end that. The link opens a new tab, so that the form keeps
 * what was entered.
 */
export function HeldListing({ listingId, name }: UnavailableListing) {
  const holder = useHolder(listingId);
  return (
    <p className="mt-2 wrap-anywhere">
      <Trans>
        {name}: {holder} To sell the piece now, release a hold under{' '}
        <Link className="link" to={addressOf('holds')} target="_blank" rel="noreferrer">
          Holds (new tab)
        </Link>
        , close a client offer, or take people off a waiting list. Then press ‘Record sale’ again.
      </Trans>
    </p>
  );
}
