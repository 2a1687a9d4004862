import type { Listing } from '#contract/catalog.ts';
import { Mark } from '../../ui/mark.tsx';

type Standing = Pick<Listing, 'status' | 'reserved'>;

/** Sold, Available or Discontinued, and whether the listing is on hold. */
export function statusWords({ status, reserved }: Standing): string {
  if (status === 'sold') return 'Sold';
  if (status === 'discontinued') return 'Discontinued';
  return reserved ? 'Available, reserved' : 'Available';
}

export function ListingStatusMark({ listing }: { listing: Standing }) {
  const words = statusWords(listing);
  if (listing.status === 'sold') return <span className="mark mark-sold tracking-normal">{words}</span>;
  if (listing.status === 'discontinued') return <span className="mark muted">{words}</span>;
  return <Mark kind={listing.reserved ? 'reserved' : 'free'}>{words}</Mark>;
}
