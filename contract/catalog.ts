import { z } from 'zod';
import { panelNames, pieceFields, publicNames } from './collection/piece.ts';
import { endpoint } from './endpoint.ts';
import { pick } from './fields/kinds.ts';
import { answerShape, requestShape } from './fields/schemas.ts';
import { limits } from './limits.ts';
import { listingFields } from './listing-conflict.ts';
import { listQuery } from './lists.ts';
import { pictureGrounds, pictureKinds } from './picture-kinds.ts';
import { listingFilters } from './states.ts';
import { line, moment, pathId } from './text.ts';
import { inLanguage } from './translations.ts';

/** One image of a listing: `url` is the original, `variants` are the smaller files that exist so far, narrowest first. */
export const image = z.object({
  url: z.string(),
  alt: z.string(),
  /** Pixels; 0 for online images, whose size is not known. */
  width: z.number(),
  height: z.number(),
  /** Hex colour shown while the image loads. */
  placeholder: z.string(),
  variants: z.array(z.object({ type: z.enum(['image/avif', 'image/webp']), width: z.number(), url: z.string() })),
  /** `kind` is what the image shows, `ground` what is behind it; each is absent if nobody has chosen it. */
  kind: z.enum(pictureKinds).optional(),
  ground: z.enum(pictureGrounds).optional(),
});
export type Image = z.infer<typeof image>;

export const listing = z.object({
  ...answerShape(pick(pieceFields, publicNames)),
  id: z.string(),
  images: z.array(z.string()),
  imageSet: z.array(image),
  sold: z.boolean(),
  date_created: z.string(),
  /** Held or reserved (docs/behaviour/catalog.md, 3). Answers never say for whom. */
  reserved: z.boolean(),
  reservedUntil: z.string().nullable(),
});
export type Listing = z.infer<typeof listing>;

/** A listing as the panel gets it. Fields that only the panel gets are absent if they have the default values. */
export const adminListing = listing.extend({
  ...answerShape(pick(pieceFields, panelNames)),
  /** The owner by the provenance, whom visitors see instead of `owner`; absent if the provenance names none. */
  derivedOwner: z.string().optional(),
});
export type AdminListing = z.infer<typeof adminListing>;

const listingSortFields = [
  'date',
  'date_created',
  'name',
  'price',
  'id',
  'artist',
  'artists',
  'series',
  'owner',
  'size',
  'year',
  'unique',
  'sold',
  'status',
] as const;
export type ListingSortField = (typeof listingSortFields)[number];
const listingListQuery = listQuery(listingSortFields);
const adminListingListQuery = listingListQuery.extend({ status: z.enum(listingFilters).optional() });

const { images: _, name, price, ...written } = requestShape(pieceFields);

const listingDetails = {
  images: z
    .array(line(limits.url).refine(isImageAddress, 'Please enter a valid image URL'))
    .max(limits.imagesPerListing)
    .optional(),
  /** One alternative text per image, in the same order. */
  imageAlts: z.array(line(limits.altText)).max(limits.imagesPerListing).optional(),
  /** One kind per image, in the same order; '' means that none is chosen. */
  imageKinds: z
    .array(z.enum(['', ...pictureKinds], `What a picture shows is one of ${pictureKinds.join(', ')}`))
    .max(limits.imagesPerListing)
    .optional(),
  imageGrounds: z
    .array(z.enum(['', ...pictureGrounds], 'The ground of a picture is dark or light'))
    .max(limits.imagesPerListing)
    .optional(),
  ...z.object(written).partial().shape,
  /** If `sold` and `status` contradict each other, `status` is used. A value that is not a boolean counts as false. */
  sold: z
    .unknown()
    .transform((value) => (value === undefined ? undefined : value === true))
    .optional(),
};

export const newListing = z.object({
  name,
  price,
  ...listingDetails,
  status: z.enum(['available', 'sold'], 'Only an existing product can be discontinued').optional(),
});
export const listingChanges = z.object({
  name: name.optional(),
  price: price.optional(),
  ...listingDetails,
  /**
   * The values that the sender last received for the fields it changes. If a stored value differs, nothing is written
   * and the answer is 409 with `conflicts` (listing-conflict.ts). A changed field without an expected value is written
   * without this check.
   */
  expected: listingFields.optional(),
  /** `true` ends the hold on the listing in the same step. */
  endHold: z.boolean('endHold is true or false').optional(),
});
export type NewListing = z.output<typeof newListing>;
export type ListingChanges = z.output<typeof listingChanges>;

/**
 * An absolute http(s) URL, or a path below this shop's /media/. The origin becomes a source of the page's
 * Content-Security-Policy, so its host has only letters, digits, dots and hyphens.
 */
function isImageAddress(value: string): boolean {
  if (/^\/media\/[\w./-]+$/.test(value) && !value.includes('..')) return true;
  return externalImageAddress.test(value) && URL.canParse(value);
}

/** Matches the start of an http(s) URL whose host has no user name and is no IPv6 address. A port is allowed. */
export const externalImageAddress = /^https?:\/\/[a-z\d.-]+(?::\d{1,5})?(?:[/?#]|$)/i;

const listingEventStates = ['available', 'reserved', 'sold', 'discontinued', 'deleted'] as const;
export const listingEvent = z.object({
  listingId: z.string(),
  state: z.enum(listingEventStates),
  until: moment.optional(),
});
export type ListingEvent = z.infer<typeof listingEvent>;

const byId = z.object({ id: pathId });

export const catalogEndpoints = {
  listListings: endpoint({
    method: 'GET',
    path: '/listings',
    access: 'public',
    summary: 'Listings that everybody sees and that are not discontinued, newest first',
    query: listingListQuery,
    reply: z.object({ listings: z.array(listing), total: z.number() }),
    cached: true,
  }),
  getListing: endpoint({
    method: 'GET',
    path: '/listings/:id',
    access: 'public',
    summary: 'One listing that everybody sees, also if it is discontinued',
    params: byId,
    query: inLanguage,
    reply: z.object({ listing }),
    cached: true,
    refuses: [404],
  }),
  listPieces: endpoint({
    method: 'GET',
    path: '/pieces',
    access: 'public',
    summary: 'Listings that can be bought now and added to an order',
    query: inLanguage,
    reply: z.object({ pieces: z.array(listing) }),
    cached: true,
  }),
  streamEvents: endpoint({
    method: 'GET',
    path: '/events',
    access: 'public',
    summary: 'Server-sent events: a listing became available, reserved, sold or discontinued, or was deleted',
    reply: 'events',
  }),
  listListingsAsAdmin: endpoint({
    method: 'GET',
    path: '/admin/listings',
    access: 'viewer',
    summary: 'Every listing, including discontinued ones and those that not everybody sees',
    query: adminListingListQuery,
    reply: z.object({ listings: z.array(adminListing), total: z.number() }),
  }),
  addProduct: endpoint({
    method: 'POST',
    path: '/admin/products',
    access: 'staff',
    summary: 'Add a listing',
    body: newListing,
    reply: z.object({ product: adminListing }),
    status: 201,
  }),
  updateProduct: endpoint({
    method: 'PUT',
    path: '/admin/products/:id',
    access: 'staff',
    summary: 'Change the given fields of a listing',
    params: byId,
    body: listingChanges,
    reply: z.object({ product: adminListing }),
    refuses: [404, 409],
  }),
  deleteProduct: endpoint({
    method: 'DELETE',
    path: '/admin/products/:id',
    access: 'staff',
    summary: 'Delete a listing; orders keep their snapshot of it',
    params: byId,
    /** `true` ends the hold on the listing in the same step. */
    query: z.object({ endHold: z.enum(['true', 'false']).optional() }),
    reply: z.object({}),
    refuses: [404, 409],
  }),
};
