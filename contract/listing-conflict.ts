import { z } from 'zod';
import { customsFields } from './customs-fields.ts';
import { listingCustoms } from './listing-customs.ts';
import { listingMeasures } from './listing-size.ts';
import { listingTax } from './listing-tax.ts';
import { listingTexts } from './listing-texts.ts';
import { listingSize } from './measures.ts';
import { pictureGrounds, pictureKinds } from './picture-kinds.ts';
import { listingStatuses } from './states.ts';
import { taxFields } from './tax-status.ts';
import { inventoryFields, visibilities } from './visibility.ts';

const text = z.string().optional();

/** The fields of a listing for which conflicting edits are detected, as requests and answers have them. All are optional. */
export const listingFields = z.object({
  name: text,
  price: z.number().optional(),
  year: z.number().nullable().optional(),
  artistId: z.string().nullable().optional(),
  seriesId: z.string().nullable().optional(),
  unique: z.boolean().optional(),
  status: z.enum(listingStatuses).optional(),
  images: z
    .array(
      z.object({
        url: z.string(),
        alt: z.string(),
        kind: z.enum(pictureKinds).optional(),
        ground: z.enum(pictureGrounds).optional(),
      }),
    )
    .optional(),
  series: text,
  size: text,
  artist: text,
  artists: text,
  owner: text,
  info: text,
  spec: text,
  story: text,
  design: text,
  description: text,
  history: text,
  medium: text,
  framing: text,
  hanging: text,
  ...z.object(listingSize).partial().shape,
  ...z.object({ ...listingTax, ...listingCustoms }).partial().shape,
  visibility: z.enum(visibilities).optional(),
  publishAt: z.string().nullable().optional(),
  inventoryNumber: text,
  location: text,
});
export type ListingFields = z.infer<typeof listingFields>;
export type ListingField = keyof ListingFields;

export const listingFieldNames: readonly ListingField[] = [
  'name',
  'price',
  'year',
  'artistId',
  'seriesId',
  'unique',
  'status',
  'images',
  ...listingTexts,
  ...listingMeasures,
  'sizeClass',
  ...taxFields,
  ...customsFields,
  'visibility',
  'publishAt',
  ...inventoryFields,
];

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
