import type { ListingChanges, NewListing } from '#contract/catalog.ts';
import { type PieceValues, pieceFields } from '#contract/collection/piece.ts';
import { emptiesOf, type RecordPicture } from '#contract/fields/kinds.ts';
import { pictures } from '#contract/fields/schemas.ts';
import { pictureFacts } from '#contract/picture-kinds.ts';
import type { ListingStatus } from '#contract/states.ts';
import { foldText } from '#contract/text.ts';
import { columnsOf, type RecordColumns, valuesOf } from '#server/platform/database/record-columns.ts';
import type { ListingRow } from './catalog.queries.ts';
import { changedVisibility } from './visibility.ts';

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
  images: readonly RecordPicture[];
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

export const imagesOf = (images: string): RecordPicture[] => pictures.parse(JSON.parse(images));

export function newRecord(id: string, listing: NewListing, now: number): ListingRecord {
  const blank: ListingRecord = {
    ...emptyColumns,
    ...noProvenance,
    id,
    visibility: 'draft',
    was_listed: 0,
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

function withDetails(record: ListingRecord, { images, ...changes }: ListingChanges): ListingRecord {
  const next = { ...record, ...columnsOf(storedFields, changes) };
  if (images || changes.imageAlts || changes.imageKinds || changes.imageGrounds)
    next.images = changedImages(record.images, { images, ...changes });
  return next;
}

// The pictures of a record are parsed already.
const { images: _, ...storedFields } = pieceFields;

/** What staff writes about a listing, as the API names it. */
export const fieldsOf = (record: ListingRecord): PieceValues => ({
  ...valuesOf(storedFields, record),
  images: record.images,
});

// Each field has a value.
/** The columns of a listing of which nobody has written anything: listed, available, unique, without texts, measures and pictures. */
export const emptyColumns = columnsOf(storedFields, emptiesOf(storedFields)) as RecordColumns<typeof storedFields>;

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

/** The pictures after a change, in the order of the new addresses. A picture without a new alt text, kind or ground keeps its old one. */
function changedImages(
  images: readonly RecordPicture[],
  { images: urls, imageAlts, imageKinds, imageGrounds }: ListingChanges,
): RecordPicture[] {
  const known = new Map(images.map((image) => [image.url, image]));
  return (urls ?? images.map((image) => image.url)).map((url, position) => {
    const { alt = '', kind, ground }: Partial<RecordPicture> = known.get(url) ?? {};
    return {
      url,
      alt: imageAlts?.[position] ?? alt,
      ...pictureFacts(imageKinds?.[position] ?? kind, imageGrounds?.[position] ?? ground),
    };
  });
}
