import { z } from 'zod';
import { artistKinds } from './artist-kinds.ts';
import { image, listing } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { id, line, pathId, prose } from './text.ts';

const year = z
  .int('A year is a whole number')
  .min(limits.yearEarliest, 'A year is at least 1')
  .max(limits.yearLatest, 'A year has four digits')
  .nullable();

const exhibition = z.object({
  year,
  title: line(limits.shortText, 'Please give each exhibition a title'),
  place: line(limits.shortText),
});
export type Exhibition = z.infer<typeof exhibition>;

const artistName = line(limits.name, 'Please enter the name');

/** What staff writes about an artist, besides the name. */
const artistFields = {
  kind: z.enum(artistKinds),
  /** One line for lists. */
  summary: line(limits.shortText),
  /** The year of birth; for a workshop, the year in which it began. */
  birthYear: year,
  deathYear: year,
  birthPlace: line(limits.shortText),
  livesIn: line(limits.shortText),
  quote: prose(limits.shortProse),
  quoteSource: line(limits.shortText),
  /** Markdown. */
  biography: prose(limits.longText),
  /** In the order in which the page shows them. */
  exhibitions: z.array(exhibition).max(limits.exhibitionsPerArtist),
  portrait: z.object({ url: line(limits.url), alt: line(limits.altText) }).nullable(),
  /** Whether the shop shows a page. */
  published: z.boolean('published is true or false'),
};

const seriesFields = {
  /** The artist of the series; null if it is by several. */
  artistId: id.nullable(),
  /** Markdown. */
  text: prose(limits.longText),
  published: z.boolean('published is true or false'),
};

const newArtist = z.object({ ...z.object(artistFields).partial().shape, name: artistName });
const newSeries = z.object({ ...z.object(seriesFields).partial().shape, name: artistName });
/** `linkListings`: whether the new artist or series is also chosen for the listings that so far name it only as text. */
const linkListings = { linkListings: z.boolean('linkListings is true or false').optional() };
type Linking = { linkListings?: boolean | undefined };
export type NewArtist = z.output<typeof newArtist> & Linking;
export type NewSeries = z.output<typeof newSeries> & Linking;

const artistValues = newArtist.partial();
const seriesValues = newSeries.partial();

/** `expected`: the values that the sender last received. If one differs from the stored value, nothing is written (409). */
const artistChanges = artistValues.extend({ expected: artistValues.optional() });
const seriesChanges = seriesValues.extend({ expected: seriesValues.optional() });
export type ArtistChanges = z.output<typeof artistChanges>;
export type SeriesChanges = z.output<typeof seriesChanges>;

const named = {
  id: z.string(),
  /** Last part of the page's address. */
  slug: z.string(),
  name: z.string(),
  /** Listings that are not discontinued, and those of them that are not sold. */
  pieces: z.number().int(),
  available: z.number().int(),
};

const listedArtist = z.object({
  ...named,
  kind: z.enum(artistKinds),
  summary: z.string(),
  birthYear: z.number().nullable(),
  deathYear: z.number().nullable(),
  birthPlace: z.string(),
  livesIn: z.string(),
  portrait: image.nullable(),
  /** The first pictures of at most three pieces. */
  pictures: z.array(image),
});
export type ListedArtist = z.infer<typeof listedArtist>;

const artist = listedArtist.omit({ pictures: true }).extend({
  quote: z.string(),
  quoteSource: z.string(),
  biography: z.string(),
  exhibitions: z.array(z.object({ year: z.number().nullable(), title: z.string(), place: z.string() })),
});
export type Artist = z.infer<typeof artist>;

const panelFields = { published: z.boolean(), updatedAt: z.string() };
const adminArtist = artist.extend(panelFields);
export type AdminArtist = z.infer<typeof adminArtist>;

const series = z.object({
  ...named,
  /** Null if the series is by several artists, or by one without a page. */
  artist: z.object({ slug: z.string(), name: z.string() }).nullable(),
  text: z.string(),
});
export type Series = z.infer<typeof series>;

const adminSeries = series.extend({ ...panelFields, artistId: z.string().nullable() });
export type AdminSeries = z.infer<typeof adminSeries>;

export const artistSortFields = ['name', 'birthYear', 'date', 'id'] as const;
export const seriesSortFields = ['name', 'date', 'id'] as const;

const bySlug = z.object({ slug: pathId });
const byId = z.object({ id: pathId });
const worksQuery = listQuery(['date']).pick({ page: true, pageSize: true });
/** One page of works: first those that are not sold, each part with the newest first. `available`: how many of all are not sold. */
const works = z.object({ listings: z.array(listing), total: z.number(), available: z.number() });

const publicEndpoints = {
  listArtists: endpoint({
    method: 'GET',
    path: '/artists',
    access: 'public',
    summary: 'Artists who have a page, by name; q finds names without their diacritics, too',
    query: listQuery(artistSortFields),
    reply: z.object({ artists: z.array(listedArtist), total: z.number() }),
    cached: true,
  }),
  getArtist: endpoint({
    method: 'GET',
    path: '/artists/:slug',
    access: 'public',
    summary: 'An artist who has a page',
    params: bySlug,
    reply: z.object({ artist }),
    cached: true,
    refuses: [404],
  }),
  listWorksOfArtist: endpoint({
    method: 'GET',
    path: '/artists/:slug/works',
    access: 'public',
    summary: 'Listings of an artist that are not discontinued: first those that are not sold',
    params: bySlug,
    query: worksQuery,
    reply: works,
    cached: true,
    refuses: [404],
  }),
  listSeries: endpoint({
    method: 'GET',
    path: '/series',
    access: 'public',
    summary: 'Series that have a page, by name; q finds names without their diacritics, too',
    query: listQuery(seriesSortFields),
    reply: z.object({ series: z.array(series), total: z.number() }),
    cached: true,
  }),
  getSeries: endpoint({
    method: 'GET',
    path: '/series/:slug',
    access: 'public',
    summary: 'A series that has a page',
    params: bySlug,
    reply: z.object({ series }),
    cached: true,
    refuses: [404],
  }),
  listWorksOfSeries: endpoint({
    method: 'GET',
    path: '/series/:slug/works',
    access: 'public',
    summary: 'Listings of a series that are not discontinued: first those that are not sold',
    params: bySlug,
    query: worksQuery,
    reply: works,
    cached: true,
    refuses: [404],
  }),
};

export const artistEndpoints = {
  ...publicEndpoints,
  listArtistsAsAdmin: endpoint({
    method: 'GET',
    path: '/admin/artists',
    access: 'viewer',
    summary: 'Every artist, by name',
    query: listQuery(artistSortFields),
    reply: z.object({
      artists: z.array(listedArtist.extend({ ...panelFields, hasBiography: z.boolean() })),
      total: z.number(),
    }),
  }),
  getArtistAsAdmin: endpoint({
    method: 'GET',
    path: '/admin/artists/:id',
    access: 'viewer',
    summary: 'One artist, also without a page',
    params: byId,
    reply: z.object({ artist: adminArtist }),
    refuses: [404],
  }),
  addArtist: endpoint({
    method: 'POST',
    path: '/admin/artists',
    access: 'staff',
    summary: 'Add an artist',
    body: newArtist.extend(linkListings),
    reply: z.object({ artist: adminArtist }),
    status: 201,
    refuses: [409],
  }),
  updateArtist: endpoint({
    method: 'PUT',
    path: '/admin/artists/:id',
    access: 'staff',
    summary: 'Change the given fields of an artist; a new name is written into the listings',
    params: byId,
    body: artistChanges,
    reply: z.object({ artist: adminArtist }),
    refuses: [404, 409],
  }),
  deleteArtist: endpoint({
    method: 'DELETE',
    path: '/admin/artists/:id',
    access: 'staff',
    summary: 'Delete an artist; the listings keep the name as text',
    params: byId,
    reply: z.object({ unlinked: z.number().int() }),
    refuses: [404],
  }),
  listSeriesAsAdmin: endpoint({
    method: 'GET',
    path: '/admin/series',
    access: 'viewer',
    summary: 'Every series, by name',
    query: listQuery(seriesSortFields),
    reply: z.object({ series: z.array(adminSeries), total: z.number() }),
  }),
  getSeriesAsAdmin: endpoint({
    method: 'GET',
    path: '/admin/series/:id',
    access: 'viewer',
    summary: 'One series, also without a page',
    params: byId,
    reply: z.object({ series: adminSeries }),
    refuses: [404],
  }),
  addSeries: endpoint({
    method: 'POST',
    path: '/admin/series',
    access: 'staff',
    summary: 'Add a series',
    body: newSeries.extend(linkListings),
    reply: z.object({ series: adminSeries }),
    status: 201,
    refuses: [409],
  }),
  updateSeries: endpoint({
    method: 'PUT',
    path: '/admin/series/:id',
    access: 'staff',
    summary: 'Change the given fields of a series; a new name is written into the listings',
    params: byId,
    body: seriesChanges,
    reply: z.object({ series: adminSeries }),
    refuses: [404, 409],
  }),
  deleteSeries: endpoint({
    method: 'DELETE',
    path: '/admin/series/:id',
    access: 'staff',
    summary: 'Delete a series; the listings keep the name as text',
    params: byId,
    reply: z.object({ unlinked: z.number().int() }),
    refuses: [404],
  }),
};
