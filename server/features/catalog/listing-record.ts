import { z } from 'zod';
import type { ListingChanges, NewListing } from '#contract/catalog.ts';
import type { ListingCustoms } from '#contract/customs-fields.ts';
import {
  type ListingMeasure,
  listingMeasures,
  type Measures,
  type SizeClass,
  smallUnits,
} from '#contract/listing-size.ts';
import { listingTexts } from '#contract/listing-texts.ts';
import { toCents } from '#contract/money.ts';
import { pictureFacts, pictureGrounds, pictureKinds } from '#contract/picture-kinds.ts';
import type { ListingStatus } from '#contract/states.ts';
import { taxFields } from '#contract/tax-status.ts';
import { foldText } from '#contract/text.ts';
import type { ListingRow } from './catalog.queries.ts';
import { ownTax, taxColumnsOf, taxOf } from './listing-tax.ts';
import { changedVisibility, listedColumns } from './visibility.ts';

const imagesOfRow = z.array(
  z.object({
    url: z.string(),
    alt: z.string(),
    kind: z.enum(pictureKinds).optional(),
    ground: z.enum(pictureGrounds).optional(),
  }),
);
export type ListingImage = z.infer<typeof imagesOfRow>[number];

/** A listing as the table stores it, without the columns that `rowOf` computes. */
export type ListingRecord = Omit<
  ListingRow,
  | 'name_folded'
  | 'series_folded'
  | 'artist_folded'
  | 'artists_folded'
  | 'owner_folded'
  | 'size_folded'
  | 'medium_folded'
  | 'search_text'
  | 'inventory_folded'
  | 'images'
> & {
  images: readonly ListingImage[];
};

/** Adds the folded columns, by which both engines sort and search in the same way. */
export function rowOf({ images, ...record }: ListingRecord): ListingRow {
  return {
    ...record,
    images: JSON.stringify(images),
    name_folded: foldText(record.name),
    series_folded: foldText(record.series),
    artist_folded: foldText(record.artist),
    artists_folded: foldText(record.artists),
    owner_folded: foldText(record.derived_owner ?? record.owner),
    size_folded: foldText(record.size),
    medium_folded: foldText(record.medium),
    search_text: foldText([record.name, record.artist, record.artists, record.series, record.id].join('\n')),
    inventory_folded: foldText(record.inventory_number),
  };
}

export function recordOf(row: ListingRow): ListingRecord {
  const {
    name_folded,
    series_folded,
    artist_folded,
    artists_folded,
    owner_folded,
    size_folded,
    medium_folded,
    search_text,
    inventory_folded,
    ...record
  } = row;
  return { ...record, images: imagesOf(row.images) };
}

export const imagesOf = (images: string): ListingImage[] => imagesOfRow.parse(JSON.parse(images));

export function newRecord(id: string, listing: NewListing, now: number): ListingRecord {
  const blank: ListingRecord = {
    id,
    name: listing.name,
    price_cents: toCents(listing.price),
    series: '',
    artist: '',
    artists: '',
    ...noChoice,
    year: null,
    owner: '',
    size: '',
    info: '',
    spec: '',
    story: '',
    design: '',
    description: '',
    history: '',
    ...noProvenance,
    ...unknownSize,
    ...ownTax,
    ...unknownCustoms,
    ...listedColumns,
    visibility: 'draft',
    was_listed: 0,
    is_unique: 1,
    status: listing.status ?? (listing.sold ? 'sold' : 'available'),
    images: [],
    created_at: now,
    updated_at: now,
    is_demo: 0,
  };
  const visibility = changedVisibility(blank, { ...listing, visibility: listing.visibility ?? 'listed' }, now);
  return { ...withDetails(blank, listing), ...visibility };
}

/** The record after a partial change; fields that `changes` leaves out keep their values. */
export function changedRecord(record: ListingRecord, changes: ListingChanges, now: number): ListingRecord {
  return {
    ...withDetails(record, changes),
    ...changedVisibility(record, changes, now),
    name: changes.name ?? record.name,
    price_cents: changes.price === undefined ? record.price_cents : toCents(changes.price),
    status: changedStatus(record.status, changes),
    updated_at: now,
  };
}

/** `status` wins over `sold`, and `sold: false` does not make a discontinued listing available (docs/behaviour/catalog.md, 2). */
function changedStatus(status: ListingStatus, changes: ListingChanges): ListingStatus {
  if (changes.status) return changes.status;
  if (changes.sold === undefined) return status;
  if (changes.sold) return 'sold';
  return status === 'discontinued' ? 'discontinued' : 'available';
}

function withDetails(record: ListingRecord, changes: ListingChanges): ListingRecord {
  const next = { ...record };
  for (const text of listingTexts) next[text] = changes[text] ?? record[text];
  for (const measure of listingMeasures) {
    const value = changes[measure];
    if (value !== undefined) next[measureColumns[measure]] = value === null ? null : toSmallUnit(measure, value);
  }
  if (changes.sizeClass !== undefined) next.size_class = changes.sizeClass;
  const tax = taxFields.filter((field) => changes[field] !== undefined).map((field) => [field, changes[field]]);
  if (tax.length > 0) Object.assign(next, taxColumnsOf({ ...taxOf(record), ...Object.fromEntries(tax) }));
  next.hs_code = changes.hsCode ?? record.hs_code;
  next.origin = changes.origin ?? record.origin;
  next.inventory_number = changes.inventoryNumber ?? record.inventory_number;
  next.location = changes.location ?? record.location;
  if (changes.year !== undefined) next.year = changes.year;
  if (changes.unique !== undefined) next.is_unique = changes.unique ? 1 : 0;
  if (changes.images || changes.imageAlts || changes.imageKinds || changes.imageGrounds)
    next.images = changedImages(record.images, changes);
  return next;
}

/**
 * The listing as the audit keeps it: without the columns that follow from the provenance, because they may name a buyer who later
 * withdraws the name.
 */
export function auditedRecord(record: ListingRecord): Omit<ListingRecord, keyof typeof noProvenance> {
  const { derived_owner, derived_history, ...audited } = record;
  return audited;
}

/** The columns of a listing without provenance. */
export const noProvenance = { derived_owner: null, derived_history: null } as const;

/** The columns of a listing whose artist and series are text only. */
export const noChoice = { artist_id: null, series_id: null } as const;

/** The columns of a listing whose size, medium and framing nobody has entered. */
export const unknownSize = {
  width_mm: null,
  height_mm: null,
  depth_mm: null,
  weight_grams: null,
  size_class: '',
  medium: '',
  framing: '',
  hanging: '',
} as const;

/** The columns of a listing whose customs code and origin nobody has entered. */
export const unknownCustoms = { hs_code: '', origin: '' } as const;

export const customsOf = ({ hs_code, origin }: Pick<ListingRow, 'hs_code' | 'origin'>): ListingCustoms => ({
  hsCode: hs_code,
  origin,
});

/** The columns of the measures, in millimetres and grams. */
export const measureColumns = {
  widthCm: 'width_mm',
  heightCm: 'height_mm',
  depthCm: 'depth_mm',
  weightKg: 'weight_grams',
} as const satisfies Record<ListingMeasure, keyof ListingRecord>;

const toSmallUnit = (measure: ListingMeasure, value: number) => Math.round(value * smallUnits[measure]);

/** The measures and the size class as the API names them. */
export function sizeOf(record: ListingRecord | ListingRow): Measures & { sizeClass: SizeClass | '' } {
  const inWireUnit = (measure: ListingMeasure) => {
    const value = record[measureColumns[measure]];
    return value === null ? null : value / smallUnits[measure];
  };
  return {
    widthCm: inWireUnit('widthCm'),
    heightCm: inWireUnit('heightCm'),
    depthCm: inWireUnit('depthCm'),
    weightKg: inWireUnit('weightKg'),
    sizeClass: record.size_class,
  };
}

/** The pictures after a change, in the order of the new addresses. A picture without a new alt text, kind or ground keeps its old one. */
function changedImages(
  images: readonly ListingImage[],
  { images: urls, imageAlts, imageKinds, imageGrounds }: ListingChanges,
): ListingImage[] {
  const known = new Map(images.map((image) => [image.url, image]));
  return (urls ?? images.map((image) => image.url)).map((url, position) => {
    const { alt = '', kind, ground }: Partial<ListingImage> = known.get(url) ?? {};
    return {
      url,
      alt: imageAlts?.[position] ?? alt,
      ...pictureFacts(imageKinds?.[position] ?? kind, imageGrounds?.[position] ?? ground),
    };
  });
}
