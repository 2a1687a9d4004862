import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { failures } from './errors.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { price } from './money.ts';
import { listingStatuses } from './states.ts';
import { line, moment, pathId, prose } from './text.ts';

/** One picture of a piece as a page shows it: the widest file, and the variants that are ready, narrowest first. */
export const image = z.object({
  url: z.string(),
  alt: z.string(),
  /** Pixels; 0 where the size is not known (an online picture). */
  width: z.number(),
  height: z.number(),
  /** A hex colour: what stands in the picture's box while it loads. */
  placeholder: z.string(),
  variants: z.array(z.object({ type: z.enum(['image/avif', 'image/webp']), width: z.number(), url: z.string() })),
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
  year: z.number().nullable(),
  owner: z.string(),
  size: z.string(),
  info: z.string(),
  spec: z.string(),
  story: z.string(),
  design: z.string(),
  description: z.string(),
  history: z.string(),
  unique: z.boolean(),
  sold: z.boolean(),
  status: z.enum(listingStatuses),
  date_created: z.string(),
  /** Somebody is paying for it right now; never who. */
  reserved: z.boolean(),
  reservedUntil: z.string().nullable(),
});
export type Listing = z.infer<typeof listing>;

export const listingSortFields = [
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
export const listingListQuery = listQuery(listingSortFields);

const productName = line(limits.name, failures.nameAndPriceNeeded[1]);
const productPrice = z
  .unknown()
  .refine((value) => value !== undefined && value !== null && value !== '', failures.nameAndPriceNeeded[1])
  .pipe(price);

const productDetails = {
  images: z
    .array(line(limits.url).refine(isImageAddress, 'Please enter a valid image URL'))
    .max(limits.imagesPerListing)
    .optional(),
  /** One alt text per image, in the same order. */
  imageAlts: z.array(line(limits.altText)).max(limits.imagesPerListing).optional(),
  series: line(limits.shortText).optional(),
  artist: line(limits.shortText).optional(),
  artists: line(limits.shortText).optional(),
  year: z.int('A year is a whole number').min(limits.yearEarliest).max(limits.yearLatest).nullable().optional(),
  owner: line(limits.shortText).optional(),
  size: line(limits.shortText).optional(),
  info: prose(limits.longText).optional(),
  spec: prose(limits.longText).optional(),
  story: prose(limits.longText).optional(),
  design: prose(limits.longText).optional(),
  description: prose(limits.longText).optional(),
  history: prose(limits.longText).optional(),
  unique: z.boolean('unique is true or false').optional(),
  /** `status` wins where the two are in conflict (CONTRACT.md, Shapes). No boolean counts as false (SPEC.md §3). */
  sold: z
    .unknown()
    .transform((value) => (value === undefined ? undefined : value === true))
    .optional(),
  status: z.enum(listingStatuses).optional(),
};

export const newProduct = z.object({
  name: productName,
  price: productPrice,
  ...productDetails,
  status: z.enum(['available', 'sold'], 'Only an existing product can be discontinued').optional(),
});
export const productChanges = z.object({ name: productName.optional(), price: price.optional(), ...productDetails });
export type NewProduct = z.output<typeof newProduct>;
export type ProductChanges = z.output<typeof productChanges>;

/** An absolute http(s) address, or a path of this shop's own media. */
function isImageAddress(value: string): boolean {
  if (/^\/media\/[\w./-]+$/.test(value) && !value.includes('..')) return true;
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

export const listingEventStates = ['available', 'reserved', 'sold', 'discontinued', 'deleted'] as const;
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
    summary: 'The collection, discontinued pieces left out; newest first',
    query: listingListQuery,
    reply: z.object({ listings: z.array(listing), total: z.number() }),
    kept: true,
  }),
  getListing: endpoint({
    method: 'GET',
    path: '/listings/:id',
    access: 'public',
    summary: 'One piece, a discontinued one too',
    params: byId,
    reply: z.object({ listing }),
    kept: true,
  }),
  listPieces: endpoint({
    method: 'GET',
    path: '/pieces',
    access: 'public',
    summary: 'What can be bought now: to choose from when an order is modified',
    reply: z.object({ pieces: z.array(listing) }),
    kept: true,
  }),
  streamEvents: endpoint({
    method: 'GET',
    path: '/events',
    access: 'public',
    summary: 'Server-sent events: a piece became available, reserved, sold, discontinued or was deleted',
    reply: 'events',
  }),
  listListingsAsAdmin: endpoint({
    method: 'GET',
    path: '/admin/listings',
    access: 'admin',
    summary: 'Every piece, discontinued ones too',
    query: listingListQuery,
    reply: z.object({ listings: z.array(listing), total: z.number() }),
  }),
  addProduct: endpoint({
    method: 'POST',
    path: '/admin/products',
    access: 'admin',
    summary: 'Add a piece',
    body: newProduct,
    reply: z.object({ product: listing }),
    status: 201,
  }),
  updateProduct: endpoint({
    method: 'PUT',
    path: '/admin/products/:id',
    access: 'admin',
    summary: 'Change what the body names, leave the rest',
    params: byId,
    body: productChanges,
    reply: z.object({ product: listing }),
  }),
  deleteProduct: endpoint({
    method: 'DELETE',
    path: '/admin/products/:id',
    access: 'admin',
    summary: 'Delete a piece; orders keep their snapshot',
    params: byId,
    reply: z.object({}),
  }),
};
