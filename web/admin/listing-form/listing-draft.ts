import type { AdminListing, ListingChanges, NewListing } from '#contract/catalog.ts';
import { type PieceFields, pieceFieldNames, pieceFields } from '#contract/collection/piece.ts';
import type { ListingFields } from '#contract/listing-conflict.ts';
import { changedNames, type DraftOf, draftFrom, draftWith, valuesFrom } from '../record/draft.ts';
import { draftImagesOf } from './draft-image.ts';

/** The values of the listing form. */
export type ListingDraft = DraftOf<PieceFields>;

/** The draft of a stored listing; for null, the blank draft of a new listing. */
export function draftOf(listing: AdminListing | null): ListingDraft {
  if (!listing) return blank;
  return draftFrom(pieceFields, { ...listing, images: draftImagesOf(listing) });
}

const blank = draftFrom(pieceFields, {});

export const isSameDraft = (one: ListingDraft, other: ListingDraft): boolean =>
  changedNames(pieceFields, one, other).length === 0;

/** The body for a new listing. The draft must have passed checkListing. */
export function newListingOf(draft: ListingDraft): NewListing {
  const { name, price } = valuesFrom(pieceFields, draft, ['name', 'price']);
  // Only an existing listing can be discontinued.
  const status = draft.status === 'sold' ? 'sold' : 'available';
  return { ...changesOf(draft, blank), name, price, status, sold: status === 'sold' };
}

/**
 * The body for changed fields. Other fields are left out, so that a listing that was sold while its story was edited
 * stays sold. `sold` is sent together with the status, and the time of publication only if the listing is scheduled.
 */
export function changesOf(draft: ListingDraft, saved: ListingDraft): ListingChanges {
  const changed = valuesFrom(pieceFields, draft, changedNames(pieceFields, draft, saved));
  const { images, status, publishAt, ...changes }: ListingFields = changed;
  return {
    ...changes,
    ...(draft.visibility === 'scheduled' && publishAt !== undefined && { publishAt }),
    ...(status && { status, sold: status === 'sold' }),
    ...(images && {
      images: images.map(({ url }) => url),
      imageAlts: images.map(({ alt }) => alt),
      imageKinds: images.map(({ kind }) => kind ?? ''),
      imageGrounds: images.map(({ ground }) => ground ?? ''),
    }),
  };
}

/**
 * The last known values of the changed fields. The server refuses the change if a stored value differs
 * (docs/behaviour/admin.md, 7).
 */
export const expectedOf = (changes: ListingChanges, saved: ListingDraft): ListingFields =>
  valuesFrom(
    pieceFields,
    saved,
    pieceFieldNames.filter((name) => name in changes),
  );

/** A copy of the draft in which the given values replace its own. */
export const withFields = (draft: ListingDraft, fields: ListingFields): ListingDraft => draftWith(draft, fields);
