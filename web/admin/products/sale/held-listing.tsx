import type { UnavailableListing } from '#contract/checkout.ts';
import { useHolder } from '../holder-of-listing.tsx';

/**
 * Who is in the way of a sale over the counter, and how the owner can end that. Links open beside the form, which keeps what was
 * entered.
 */
export function HeldListing({ listingId, name }: UnavailableListing) {
  return (
    <p className="mt-2 wrap-anywhere">
      {name}: {useHolder(listingId)} Wait until then, or end the hold under{' '}
      <a className="link" href="/admin/holds" target="_blank" rel="noreferrer">
        Holds (new tab)
      </a>
      . A reservation is ended on the page where it was made. Then press ‘Record sale’ again.
    </p>
  );
}
