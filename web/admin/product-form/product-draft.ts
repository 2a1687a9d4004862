import type { Listing, NewProduct, ProductChanges } from '#contract/catalog.ts';
import { type ListingText, listingTexts } from '#contract/listing-texts.ts';
import type { ProductFields } from '#contract/product-conflict.ts';
import type { ListingStatus } from '#contract/states.ts';
import { type DraftImage, draftImagesOf, isSameImages } from './draft-image.ts';
import { priceOf, yearOf } from './numbers.ts';

/** The values of the form. Numbers are stored as typed. */
export interface ProductDraft extends Record<ListingText, string> {
  name: string;
  price: string;
  year: string;
  unique: boolean;
  status: ListingStatus;
  images: DraftImage[];
}

/** The draft of a listing; null for a new one. */
export function draftOf(listing: Listing | null): ProductDraft {
  if (!listing) return blank;
  const { name, price, year, unique, status } = listing;
  return {
    ...blank,
    ...Object.fromEntries(listingTexts.map((text) => [text, listing[text]])),
    name,
    price: String(price),
    year: year === null ? '' : String(year),
    unique,
    status,
    images: draftImagesOf(listing),
  };
}

const blank: ProductDraft = {
  name: '',
  price: '',
  year: '',
  series: '',
  size: '',
  artist: '',
  artists: '',
  owner: '',
  info: '',
  spec: '',
  story: '',
  design: '',
  description: '',
  history: '',
  unique: true,
  status: 'available',
  images: [],
};

export function isSameDraft(one: ProductDraft, other: ProductDraft): boolean {
  return Object.keys(changesOf(one, other)).length === 0;
}

/** The body for a new listing. The draft must have passed checkProduct. */
export function newProductOf(draft: ProductDraft): NewProduct {
  const { name, price, year, unique, status, images } = draft;
  return {
    name,
    price: priceOf(price) ?? 0,
    year: yearOf(year) ?? null,
    unique,
    // Only an existing listing can be discontinued.
    status: status === 'sold' ? 'sold' : 'available',
    sold: status === 'sold',
    ...Object.fromEntries(listingTexts.map((text) => [text, draft[text]])),
    ...imagesOf(images),
  };
}

/**
 * The body for changed fields. Other fields are left out, so that a listing that was sold while its story was edited
 * stays sold. `sold` is sent together with the status.
 */
export function changesOf(draft: ProductDraft, saved: ProductDraft): ProductChanges {
  const { name, price, year, unique, status, images } = draft;
  return {
    ...(name.trim() !== saved.name && { name }),
    ...(price.trim() !== saved.price && { price: priceOf(price) ?? 0 }),
    ...(year.trim() !== saved.year && { year: yearOf(year) ?? null }),
    ...(unique !== saved.unique && { unique }),
    ...(status !== saved.status && { status, sold: status === 'sold' }),
    ...Object.fromEntries(
      listingTexts.filter((text) => draft[text].trim() !== saved[text].trim()).map((text) => [text, draft[text]]),
    ),
    ...(!isSameImages(images, saved.images) && imagesOf(images)),
  };
}

/**
 * The last known values of the changed fields. The server refuses the change if a stored value differs
 * (docs/behaviour/admin.md, 7).
 */
export function expectedOf(changes: ProductChanges, saved: ProductDraft): ProductFields {
  const known: ProductFields = { ...saved, price: priceOf(saved.price) ?? 0, year: yearOf(saved.year) ?? null };
  return Object.fromEntries(Object.entries(known).filter(([field]) => field in changes));
}

/** The draft with these values instead of its own. */
export function withFields(draft: ProductDraft, { price, year, ...fields }: ProductFields): ProductDraft {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    ...draft,
    ...Object.fromEntries(named),
    ...(price !== undefined && { price: String(price) }),
    ...(year !== undefined && { year: year === null ? '' : String(year) }),
  };
}

function imagesOf(images: readonly DraftImage[]) {
  return { images: images.map(({ url }) => url), imageAlts: images.map(({ alt }) => alt) };
}
