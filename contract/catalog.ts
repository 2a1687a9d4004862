import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { failures } from './errors.ts';
import { limits } from './limits.ts';
import { listingFields } from './listing-conflict.ts';
import { listingCustoms } from './listing-customs.ts';
import { listingTax } from './listing-tax.ts';
import { listQuery } from './lists.ts';
import { listingSize } from './measures.ts';
import { priceOr } from './money.ts';
import { pictureGrounds, pictureKinds } from './picture-kinds.ts';
import { listingFilters, listingStatuses } from './states.ts';
import { id, line, moment, pathId, prose } from './text.ts';
import { inLanguage } from './translations.ts';
import { visibilities } from './visibility.ts';

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
  id: z.string(),
  name: z.string(),
  price: z.number(),
  images: z.array(z.string()),
  imageSet: z.array(image),
  series: z.string(),
  artist: z.string(),
  artists: z.string(),
  /** The artist and the series that were chosen (docs/behaviour/artists.md); absent if only the text was typed. */
  artistId: z.string().optional(),
  seriesId: z.string().optional(),
  year: z.number().nullable(),
  owner: z.string(),
  size: z.string(),
  info: z.string(),
  spec: z.string(),
  story: z.string(),
  design: z.string(),
  description: z.string(),
  history: z.string(),
  /** Each of these three is absent if nobody has entered it. */
  medium: z.string().optional(),
  framing: z.string().optional(),
  hanging: z.string().optional(),
  ...listingSize,
  unique: z.boolean(),
  sold: z.boolean(),
  status: z.enum(listingStatuses),
  date_created: z.string(),
  /** Held or reserved (docs/behaviour/catalog.md, 3). Answers never say for whom. */
  reserved: z.boolean(),
  reservedUntil: z.string().nullable(),
});
export type Listing = z.infer<typeof listing>;

/**
 * A listing as the panel gets it. Tax fields are absent if they have the default values, `visibility` is absent if everybody sees the
 * listing.
 */
export const adminListing = listing.extend({
  ...z.object({ ...listingTax, ...listingCustoms }).partial().shape,
  /** The owner by the provenance, whom visitors see instead of `owner`; absent if the provenance names none. */
  derivedOwner: z.string().optional(),
  visibility: z.enum(visibilities).optional(),
  /** When a scheduled listing becomes visible to everybody. */
  publishAt: z.string().optional(),
  /** `inventoryNumber` and `location` are absent if nobody has entered them. */
  inventoryNumber: z.string().optional(),
  location: z.string().optional(),
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

const listingName = line(limits.name, failures.nameAndPriceNeeded[1]);
const listingPrice = priceOr(failures.nameAndPriceNeeded[1]);

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
  series: line(limits.shortText).optional(),
  artist: line(limits.shortText).optional(),
  artists: line(limits.shortText).optional(),
  /** An id also sets the text `artist` or `series`; null leaves only the text. */
  artistId: id.nullable().optional(),
  seriesId: id.nullable().optional(),
  year: z.int('A year is a whole number').min(limits.yearEarliest).max(limits.yearLatest).nullable().optional(),
  owner: line(limits.shortText).optional(),
  /** What the piece is made of, in a few words. Visitors can filter by it. */
  medium: line(limits.shortText).optional(),
  size: line(limits.shortText).optional(),
  info: prose(limits.longText).optional(),
  spec: prose(limits.longText).optional(),
  story: prose(limits.longText).optional(),
  design: prose(limits.longText).optional(),
  description: prose(limits.longText).optional(),
  history: prose(limits.longText).optional(),
  framing: line(limits.shortText).optional(),
  hanging: line(limits.shortText).optional(),
  ...z.object(listingSize).partial().shape,
  ...z.object({ ...listingTax, ...listingCustoms }).partial().shape,
  unique: z.boolean('unique is true or false').optional(),
  /** If `sold` and `status` contradict each other, `status` is used. A value that is not a boolean counts as false. */
  sold: z
    .unknown()
    .transform((value) => (value === undefined ? undefined : value === true))
    .optional(),
  status: z.enum(listingStatuses).optional(),
  visibility: z.enum(visibilities).optional(),
  /** When the listing becomes visible to everybody. Needed if `visibility` is `scheduled`, and then in the future; else ignored. */
  publishAt: moment.nullable().optional(),
  /** An inventory number that another listing has is refused. */
  inventoryNumber: line(limits.shortText).optional(),
  location: line(limits.shortText).optional(),
};

export const newListing = z.object({
  name: listingName,
  price: listingPrice,
  ...listingDetails,
  status: z.enum(['available', 'sold'], 'Only an existing product can be discontinued').optional(),
});
export const listingChanges = z.object({
  name: listingName.optional(),
  price: listingPrice.optional(),
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
