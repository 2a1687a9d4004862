import type { AdminListing, Listing } from '#contract/catalog.ts';
import { Mark } from '../../ui/mark.tsx';
import { visibilityLabels } from '../listing-form/visibility-labels.ts';

type Standing = Pick<Listing, 'status' | 'reserved'> & Pick<AdminListing, 'visibility'>;

/** Sold, Available or Discontinued, whether the listing is on hold, and who sees it if not everybody does. */
export function statusWords({ visibility = 'listed', ...listing }: Standing): string {
  const words = wordsOf(listing);
  if (visibility === 'listed') return words;
  return listing.status === 'available' && !listing.reserved
    ? visibilityLabels[visibility]
    : `${words}, ${visibilityLabels[visibility].toLowerCase()}`;
}

function wordsOf({ status, reserved }: Omit<Standing, 'visibility'>): string {
  if (status === 'sold') return 'Sold';
  if (status === 'discontinued') return 'Discontinued';
  return reserved ? 'Available, reserved' : 'Available';
}

export function ListingStatusMark({ listing }: { listing: Standing }) {
  const words = statusWords(listing);
  if (listing.status === 'sold') return <span className="mark mark-sold tracking-normal">{words}</span>;
  const isHidden = (listing.visibility ?? 'listed') !== 'listed' && !listing.reserved;
  if (listing.status === 'discontinued' || isHidden) return <span className="mark muted">{words}</span>;
  return <Mark kind={listing.reserved ? 'reserved' : 'free'}>{words}</Mark>;
}
