import { t } from '@lingui/core/macro';
import type { ListingFilterName } from '#contract/states.ts';

/** What the status filters are called, under Products and where pieces for a catalogue are chosen. */
export const listingFilterLabels: Readonly<Record<ListingFilterName, string>> = {
  available: t`Available`,
  reserved: t`Reserved`,
  sold: t`Sold`,
  discontinued: t`Discontinued`,
  draft: t`Draft`,
  scheduled: t`Scheduled`,
  private: t`Private`,
};
