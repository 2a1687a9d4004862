import { z } from 'zod';
import { pieceFields } from './collection/piece.ts';
import { storedShape } from './fields/schemas.ts';

/** The fields of a listing for which conflicting edits are detected, as requests and answers have them. All are optional. */
export const listingFields = z.object(storedShape(pieceFields)).partial();
export type ListingFields = z.infer<typeof listingFields>;
export type ListingField = keyof ListingFields;

/** A field whose stored value differs from the value that the sender expected. */
export const listingConflict = /* @__PURE__ */ z.object({
  field: listingFields.keyof(),
  /** The stored value, under the field's name. */
  theirs: listingFields,
  /** The admin's name, or the email address if there is no name. Null if an order changed the field. */
  changedBy: z.string().nullable(),
  /** ISO 8601. Null if an order changed the field. */
  changedAt: z.string().nullable(),
});
export type ListingConflict = z.infer<typeof listingConflict>;
