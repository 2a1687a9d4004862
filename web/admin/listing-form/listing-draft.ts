import type { AdminListing, ListingChanges, NewListing } from '#contract/catalog.ts';
import { customsFields, noCustoms } from '#contract/customs-fields.ts';
import type { ListingFields } from '#contract/listing-conflict.ts';
import { type ListingMeasure, listingMeasures, type Measures, type SizeClass } from '#contract/listing-size.ts';
import type { ListingTax } from '#contract/listing-tax.ts';
import { type ListingText, listingTexts } from '#contract/listing-texts.ts';
import type { ListingStatus } from '#contract/states.ts';
import { plainTax, type TaxStatus, taxFields } from '#contract/tax-status.ts';
import { measureOf, priceOf, yearOf } from '#contract/typed-numbers.ts';
import { type InventoryField, inventoryFields, listedNow, type Visibility } from '#contract/visibility.ts';
import { type DraftImage, draftImagesOf, isSameImages } from './draft-image.ts';

/** The values of the listing form. Numbers are kept as typed. */
export interface ListingDraft extends Record<ListingText | ListingMeasure | InventoryField, string> {
  name: string;
  price: string;
  year: string;
  unique: boolean;
  status: ListingStatus;
  /** Ids of the records of the artist and the series; empty if only a name was typed. */
  artistId: string;
  seriesId: string;
  sizeClass: SizeClass | '';
  taxStatus: TaxStatus;
  consignor: string;
  commissionPercent: string;
  resale: boolean;
  /** Empty, or YYYY-MM-DD. */
  acquiredOn: string;
  hsCode: string;
  /** ISO 3166, or empty. */
  origin: string;
  visibility: Visibility;
  /** ISO 8601, or empty. */
  publishAt: string;
  images: DraftImage[];
}

/** The draft of a stored listing; for null, the blank draft of a new listing. */
export function draftOf(listing: AdminListing | null): ListingDraft {
  if (!listing) return blank;
  const { name, price, year, unique, status, sizeClass } = listing;
  return {
    ...blank,
    ...Object.fromEntries(listingTexts.map((text) => [text, listing[text] ?? ''])),
    ...Object.fromEntries(listingMeasures.map((measure) => [measure, typedNumber(listing[measure])])),
    name,
    price: String(price),
    year: typedNumber(year),
    unique,
    status,
    artistId: listing.artistId ?? '',
    seriesId: listing.seriesId ?? '',
    sizeClass,
    ...typedTax(listing),
    hsCode: listing.hsCode ?? '',
    origin: listing.origin ?? '',
    visibility: listing.visibility ?? 'listed',
    publishAt: listing.publishAt ?? '',
    ...Object.fromEntries(inventoryFields.map((text) => [text, listing[text] ?? ''])),
    images: draftImagesOf(listing),
  };
}

/** Fills in the tax fields, which the server omits if they have the default values. */
function typedTax(listing: AdminListing) {
  const { taxStatus, consignor, commissionPercent, resale, acquiredOn } = { ...plainTax, ...listing };
  const typed = { commissionPercent: typedNumber(commissionPercent ?? null), acquiredOn: acquiredOn ?? '' };
  return { taxStatus: taxStatus ?? 'own', consignor: consignor ?? '', resale: resale ?? false, ...typed };
}

const typedNumber = (value: number | null) => (value === null ? '' : String(value));

const blank: ListingDraft = {
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
  medium: '',
  framing: '',
  hanging: '',
  widthCm: '',
  heightCm: '',
  depthCm: '',
  weightKg: '',
  artistId: '',
  seriesId: '',
  sizeClass: '',
  ...plainTax,
  commissionPercent: '',
  acquiredOn: '',
  ...noCustoms,
  ...listedNow,
  publishAt: '',
  unique: true,
  status: 'available',
  images: [],
};

export function isSameDraft(one: ListingDraft, other: ListingDraft): boolean {
  return Object.keys(changesOf(one, other)).length === 0;
}

/** The body for a new listing. The draft must have passed checkListing. */
export function newListingOf(draft: ListingDraft): NewListing {
  const { name, price, year, unique, status, sizeClass, images } = draft;
  return {
    name,
    price: priceOf(price) ?? 0,
    year: yearOf(year) ?? null,
    unique,
    // Only an existing listing can be discontinued.
    status: status === 'sold' ? 'sold' : 'available',
    sold: status === 'sold',
    sizeClass,
    ...chosenOf(
      draft,
      choices.filter((field) => draft[field] !== ''),
    ),
    ...taxOf(
      draft,
      taxFields.filter((field) => draft[field] !== blank[field]),
    ),
    ...Object.fromEntries(customsFields.filter((field) => draft[field] !== '').map((field) => [field, draft[field]])),
    ...panelOnlyChangesOf(draft, blank),
    ...measuresOf(draft),
    ...Object.fromEntries(listingTexts.map((text) => [text, draft[text]])),
    ...imagesOf(images),
  };
}

/**
 * The body for changed fields. Other fields are left out, so that a listing that was sold while its story was edited
 * stays sold. `sold` is sent together with the status.
 */
export function changesOf(draft: ListingDraft, saved: ListingDraft): ListingChanges {
  const { name, price, year, unique, status, sizeClass, images } = draft;
  const changedMeasures = listingMeasures.filter((measure) => draft[measure].trim() !== saved[measure]);
  return {
    ...(name.trim() !== saved.name && { name }),
    ...(price.trim() !== saved.price && { price: priceOf(price) ?? 0 }),
    ...(year.trim() !== saved.year && { year: yearOf(year) ?? null }),
    ...(unique !== saved.unique && { unique }),
    ...measuresOf(draft, changedMeasures),
    ...(sizeClass !== saved.sizeClass && { sizeClass }),
    ...chosenOf(
      draft,
      choices.filter((field) => draft[field] !== saved[field]),
    ),
    ...taxOf(
      draft,
      taxFields.filter((field) => draft[field] !== saved[field]),
    ),
    ...Object.fromEntries(
      customsFields.filter((field) => draft[field].trim() !== saved[field]).map((field) => [field, draft[field]]),
    ),
    ...panelOnlyChangesOf(draft, saved),
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
export function expectedOf(changes: ListingChanges, saved: ListingDraft): ListingFields {
  const { widthCm, heightCm, depthCm, weightKg, commissionPercent, acquiredOn, publishAt, ...others } = saved;
  const known: ListingFields = {
    ...others,
    ...chosenOf(saved, choices),
    ...measuresOf(saved),
    ...taxOf(saved, taxFields),
    price: priceOf(saved.price) ?? 0,
    year: yearOf(saved.year) ?? null,
    publishAt: publishAt || null,
  };
  return Object.fromEntries(Object.entries(known).filter(([field]) => field in changes));
}

/** A copy of the draft in which the given values replace its own. */
export function withFields(draft: ListingDraft, { price, ...fields }: ListingFields): ListingDraft {
  // A draft has numbers as text; null becomes an empty field.
  const asTyped = (value: unknown) => (typeof value === 'number' ? String(value) : (value ?? ''));
  const named = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, asTyped(value)]],
  );
  return {
    ...draft,
    ...Object.fromEntries(named),
    ...(price !== undefined && { price: String(price) }),
  };
}

function measuresOf(draft: ListingDraft, measures: readonly ListingMeasure[] = listingMeasures): Partial<Measures> {
  return Object.fromEntries(measures.map((measure) => [measure, measureOf(draft[measure]) ?? null]));
}

const choices = ['artistId', 'seriesId'] as const;

function chosenOf(draft: ListingDraft, fields: readonly (typeof choices)[number][]) {
  return Object.fromEntries(fields.map((field) => [field, draft[field] || null]));
}

function taxOf(draft: ListingDraft, fields: readonly (keyof ListingTax)[]): Partial<ListingTax> {
  const { taxStatus, consignor, resale, acquiredOn } = draft;
  const commissionPercent = measureOf(draft.commissionPercent) ?? null;
  const all: ListingTax = { taxStatus, consignor, commissionPercent, resale, acquiredOn: acquiredOn || null };
  return Object.fromEntries(fields.map((field) => [field, all[field]]));
}

/** The changed fields that customers never see: visibility, time of publication and inventory. The time is sent only with `scheduled`. */
function panelOnlyChangesOf(draft: ListingDraft, saved: ListingDraft) {
  const { visibility, publishAt } = draft;
  const isNewTime = visibility === 'scheduled' && publishAt !== saved.publishAt;
  return {
    ...(visibility !== saved.visibility && { visibility }),
    ...(isNewTime && { publishAt: publishAt || null }),
    ...Object.fromEntries(
      inventoryFields.filter((text) => draft[text].trim() !== saved[text]).map((text) => [text, draft[text]]),
    ),
  };
}

function imagesOf(images: readonly DraftImage[]) {
  return {
    images: images.map(({ url }) => url),
    imageAlts: images.map(({ alt }) => alt),
    imageKinds: images.map(({ kind }) => kind ?? ''),
    imageGrounds: images.map(({ ground }) => ground ?? ''),
  };
}
