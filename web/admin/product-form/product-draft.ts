import type { Listing, NewProduct, ProductChanges } from '#contract/catalog.ts';
import { type ListingText, listingTexts } from '#contract/listing-texts.ts';
import type { ListingStatus } from '#contract/states.ts';
import { type DraftImage, draftImagesOf, isSameImages } from './draft-image.ts';
import { priceOf, yearOf } from './numbers.ts';

/** What the form holds. Numbers as they are typed. */
export interface ProductDraft extends Record<ListingText, string> {
  name: string;
  price: string;
  year: string;
  unique: boolean;
  status: ListingStatus;
  images: DraftImage[];
}

/** Null: a piece that is not in the shop yet. */
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

/** The piece as a whole: to add it. What was checked before is taken as right. */
export function newProductOf(draft: ProductDraft): NewProduct {
  const { name, price, year, unique, status, images } = draft;
  return {
    name,
    price: priceOf(price) ?? 0,
    year: yearOf(year) ?? null,
    unique,
    // Only an existing piece can be discontinued.
    status: status === 'sold' ? 'sold' : 'available',
    sold: status === 'sold',
    ...Object.fromEntries(listingTexts.map((text) => [text, draft[text]])),
    ...imagesOf(images),
  };
}

/**
 * What the form changed, and nothing else: a piece that was sold while its story was corrected stays sold. `sold` goes
 * with the status (SPEC.md §3 and §7).
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

function imagesOf(images: readonly DraftImage[]) {
  return { images: images.map(({ url }) => url), imageAlts: images.map(({ alt }) => alt) };
}
