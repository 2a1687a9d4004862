import { t } from '@lingui/core/macro';
import type { ListingFilterName } from '#contract/states.ts';

/** The filters of the products, and of the pieces for a catalogue. */
export const listingFilterLabels: Readonly<Record<ListingFilterName, string>> = {
  available: t`Available`,
  reserved: t`Reserved`,
  sold: t`Sold`,
  discontinued: t`Discontinued`,
  draft: t`Draft`,
  scheduled: t`Scheduled`,
  private: t`Private`,
};
