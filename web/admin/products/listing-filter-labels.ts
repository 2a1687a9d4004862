import type { ListingFilterName } from '#contract/states.ts';

/** The filters of the products, and of the pieces for a catalogue. */
export const listingFilterLabels: Readonly<Record<ListingFilterName, string>> = {
  available: 'Available',
  reserved: 'Reserved',
  sold: 'Sold',
  discontinued: 'Discontinued',
  draft: 'Draft',
  scheduled: 'Scheduled',
  private: 'Private',
};
