import { t } from '@lingui/core/macro';
import type { AdminListing, Listing } from '#contract/catalog.ts';
import type { ListingStatus } from '#contract/states.ts';
import type { Visibility } from '#contract/visibility.ts';
import { Mark } from '../../ui/mark.tsx';
import { choiceWords } from '../listing-form/field-labels.ts';

type Standing = Pick<Listing, 'status' | 'reserved'> & Pick<AdminListing, 'visibility'>;

/** The state of a listing in words: available, sold or discontinued, whether it is reserved, and who sees it if not everybody does. */
export function statusWords({ visibility = 'listed', status, reserved }: Standing): string {
  const state = status === 'available' && reserved ? 'reserved' : status;
  if (state === 'available') return visibility === 'listed' ? t`Available` : choiceWords.visibility[visibility];
  return words[state][visibility];
}

const words: Readonly<Record<Exclude<ListingStatus, 'available'> | 'reserved', Readonly<Record<Visibility, string>>>> =
  {
    sold: { listed: t`Sold`, draft: t`Sold, draft`, scheduled: t`Sold, scheduled`, private: t`Sold, private` },
    discontinued: {
      listed: t`Discontinued`,
      draft: t`Discontinued, draft`,
      scheduled: t`Discontinued, scheduled`,
      private: t`Discontinued, private`,
    },
    reserved: {
      listed: t`Available, reserved`,
      draft: t`Available, reserved, draft`,
      scheduled: t`Available, reserved, scheduled`,
      private: t`Available, reserved, private`,
    },
  };

export function ListingStatusMark({ listing }: { listing: Standing }) {
  const label = statusWords(listing);
  if (listing.status === 'sold') return <span className="mark mark-sold tracking-normal">{label}</span>;
  const isHidden = (listing.visibility ?? 'listed') !== 'listed' && !listing.reserved;
  if (listing.status === 'discontinued' || isHidden) return <span className="mark muted">{label}</span>;
  return <Mark kind={listing.reserved ? 'reserved' : 'free'}>{label}</Mark>;
}
