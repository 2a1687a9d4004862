/** The text fields of a listing besides its name, in the order of the product form. */
export const listingTexts = [
  'series',
  'medium',
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
  'framing',
  'hanging',
] as const;
export type ListingText = (typeof listingTexts)[number];
