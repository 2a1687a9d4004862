import { z } from 'zod';
import { listing } from './catalog.ts';
import { collectionSortFields, criteria, searchLimits, shownStates, sizeRanges } from './collection-search.ts';
import { endpoint } from './endpoint.ts';
import { line } from './text.ts';
import { inLanguage } from './translations.ts';

const facetValue = z.object({
  value: z.string(),
  count: z.number(),
  /** What pages in another language show instead; absent without a translation. */
  label: z.string().optional(),
});

/** The values that can be filtered by, each with its number of listings in the whole collection, whatever else is searched for. */
const collectionFacets = z.object({
  pieces: z.number(),
  /** The 60 with the most pieces and those that were searched for, sorted by the name that is shown; series and mediums likewise. */
  artists: z.array(facetValue),
  series: z.array(facetValue),
  /** Absent if no listing has a medium. */
  mediums: z.array(facetValue).optional(),
  /** By the longest side: up to 40 cm, 90 cm, 120 cm, longer. */
  sizes: z.object({ s: z.number(), m: z.number(), l: z.number(), xl: z.number() }),
  states: z.object({ free: z.number(), held: z.number(), sold: z.number() }),
  unique: z.number(),
});
export type CollectionFacets = z.infer<typeof collectionFacets>;

const collectionPage = z.object({
  listings: z.array(listing),
  total: z.number(),
  /** The page that was asked for, and how many there are. */
  page: z.number(),
  pages: z.number(),
  facets: collectionFacets,
  /** Words of `q` that no listing has, and the most common of the similar words that were searched instead. */
  corrections: z.array(z.object({ typed: z.string(), meant: z.string() })),
  /** If nothing was found: what there would be without each part of the search, and with this part alone. */
  instead: z.array(z.object({ criterion: z.enum(criteria), without: z.number(), alone: z.number() })),
});
export type CollectionPage = z.infer<typeof collectionPage>;

const oneOrMore = <Value extends z.ZodType>(value: Value) =>
  z.union([value, z.array(value).max(searchLimits.values)]).optional();
const name = line(searchLimits.valueLength);
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'A whole number')
  .meta({ type: 'integer' })
  .optional();

export const collectionEndpoints = {
  searchCollection: endpoint({
    method: 'GET',
    path: '/collection',
    access: 'public',
    summary: 'Search and filter the collection, with counts; the best match first, or the newest',
    query: z.object({
      q: line(searchLimits.text).optional(),
      artist: oneOrMore(name),
      series: oneOrMore(name),
      medium: oneOrMore(name),
      'price-from': wholeNumber,
      'price-to': wholeNumber,
      'year-from': wholeNumber,
      'year-to': wholeNumber,
      size: oneOrMore(z.enum(sizeRanges)),
      state: oneOrMore(z.enum(shownStates)),
      unique: z.enum(['1']).optional(),
      sort: z.enum(collectionSortFields).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      page: z
        .string()
        .regex(/^[1-9]\d{0,5}$/, 'A whole number from 1')
        .meta({ type: 'integer' })
        .optional(),
      ...inLanguage.shape,
    }),
    reply: collectionPage,
    cached: true,
  }),
};
