import type { Listing } from '#contract/catalog.ts';

/** Fills in missing parts of a listing with empty values, so that the rest can be shown. */
export function completeListing(listing: Pick<Listing, 'id'> & Partial<Listing>): Listing {
  return { ...emptyListing, ...listing };
}

const emptyListing: Omit<Listing, 'id'> = {
  name: '',
  price: 0,
  images: [],
  imageSet: [],
  series: '',
  artist: '',
  artists: '',
  year: null,
  owner: '',
  size: '',
  info: '',
  spec: '',
  story: '',
  design: '',
  description: '',
  history: '',
  widthCm: null,
  heightCm: null,
  depthCm: null,
  weightKg: null,
  sizeClass: '',
  unique: true,
  sold: false,
  status: 'available',
  date_created: '',
  reserved: false,
  reservedUntil: null,
};
