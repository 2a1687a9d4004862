/** What is said of a piece beside its name, in the order of the product form (SPEC.md §3). */
export const listingTexts = [
  'series',
  'size',
  'artist',
  'artists',
  'owner',
  'info',
  'spec',
  'story',
  'design',
  'description',
  'history',
] as const;
export type ListingText = (typeof listingTexts)[number];
