import type { Artist, ListedArtist, Series } from '#contract/artists.ts';
import type { Listing } from '#contract/catalog.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { ListRequest } from '#contract/lists.ts';
import type { PageLink } from '#contract/page-services.ts';
import { type ChosenNames, findWorks, linkedIds, reindexListing } from '#server/features/catalog/catalog.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import {
  type ArtistRow,
  deleteDemoNamed,
  lockDemoSeries,
  type NamedList,
  readLockedArtistName,
  readLockedSeriesName,
  type SeriesRow,
  selectArtistsByIds,
  selectNamed,
  selectOne,
  selectSeriesByIds,
  selectSlugs,
} from './artists.queries.ts';
import {
  type ArtistTexts,
  artistTextsOf,
  presentArtist,
  presentList,
  presentSeries,
  withoutPanelFields,
} from './present-artists.ts';

export { newArtistRow, newSeriesRow } from './artist-record.ts';
export {
  hasPublished as hasArtists,
  insertArtist,
  insertSeries,
  lockSeries,
  selectIdByName as findArtistIdByName,
  selectPortraits as picturesOfArtists,
} from './artists.queries.ts';
export { findKnownNames, type KnownName, makeNamed, removeUnusedNamed } from './named-by-import.ts';

/** Artists who have a page; by name if there is no `sort`. */
export async function listArtists(shop: Shop, request: NamedList): Promise<{ artists: ListedArtist[]; total: number }> {
  const { rows, total } = await selectNamed(shop.database.read, 'artists', { ...request, isPublished: true });
  const artists = (await presentList(shop.database.read, rows)).map(({ hasBiography: _, ...artist }) =>
    withoutPanelFields(artist),
  );
  return { artists, total };
}

/** Series that have a page; by name if there is no `sort`. */
export async function listSeries(shop: Shop, request: NamedList): Promise<{ series: Series[]; total: number }> {
  const { rows, total } = await selectNamed(shop.database.read, 'series', { ...request, isPublished: true });
  const series = (await presentSeries(shop.database.read, rows)).map(({ artistId: _, ...one }) =>
    withoutPanelFields(one),
  );
  return { series, total };
}

/** The artist with this slug. Refuses (404) one without a page. */
export async function findArtist(shop: Shop, slug: string): Promise<Artist | Refusal> {
  const row = await selectOne(shop.database.read, 'artists', 'slug', slug);
  if (row?.is_published !== 1) return refuse('artistNotFound');
  return withoutPanelFields(await presentArtist(shop.database.read, row));
}

/** The series with this slug. Refuses (404) one without a page. */
export async function findSeries(shop: Shop, slug: string): Promise<Series | Refusal> {
  const row = await selectOne(shop.database.read, 'series', 'slug', slug);
  const [series] = row?.is_published === 1 ? await presentSeries(shop.database.read, [row]) : [];
  if (!series) return refuse('seriesNotFound');
  const { artistId: _, ...shown } = withoutPanelFields(series);
  return shown;
}

interface Works {
  listings: Listing[];
  total: number;
  available: number;
}

/** The works of an artist who has a page: unsold ones first, then the newest. */
export async function listWorksOfArtist(shop: Shop, slug: string, request: ListRequest): Promise<Works | Refusal> {
  const artist = await findArtist(shop, slug);
  if (isRefusal(artist)) return artist;
  const { id, pieces: total, available } = artist;
  return { listings: await findWorks(shop, 'artist_id', id, request), total, available };
}

/** The works of a series that has a page: unsold ones first, then the newest. */
export async function listWorksOfSeries(shop: Shop, slug: string, request: ListRequest): Promise<Works | Refusal> {
  const series = await findSeries(shop, slug);
  if (isRefusal(series)) return series;
  const { id, pieces: total, available } = series;
  return { listings: await findWorks(shop, 'series_id', id, request), total, available };
}

/** Links to the pages of an artist and a series; null for one that has no page. */
export async function findPageLinks(
  reader: Reader,
  { artistId, seriesId }: { artistId?: string | undefined; seriesId?: string | undefined },
): Promise<{ artist: PageLink | null; series: PageLink | null }> {
  const artist = artistId === undefined ? undefined : await selectOne(reader, 'artists', 'id', artistId);
  const series = seriesId === undefined ? undefined : await selectOne(reader, 'series', 'id', seriesId);
  return { artist: pageLinkOf(artist), series: pageLinkOf(series) };
}

const pageLinkOf = (row: ArtistRow | SeriesRow | undefined): PageLink | null =>
  row?.is_published === 1 ? { slug: row.slug, name: row.name } : null;

/** The paths of all pages of artists and series. */
export async function listArtistPages(reader: Reader): Promise<string[]> {
  const artists = (await selectSlugs(reader, 'artists')).map((slug) => `/artists/${slug}`);
  const series = (await selectSlugs(reader, 'series')).map((slug) => `/series/${slug}`);
  return [...(artists.length > 0 ? ['/artists'] : []), ...artists, ...series];
}

/**
 * The names of an artist and a series that were chosen for a listing, which do not change until the end of the transaction.
 * Refused (400): one that does not exist.
 */
export async function findChosenNames(
  tx: Writer,
  { artistId, seriesId }: { artistId?: string | null | undefined; seriesId?: string | null | undefined },
): Promise<ChosenNames | Refusal> {
  const artist = artistId ? await readLockedArtistName(tx, artistId) : undefined;
  const series = seriesId ? await readLockedSeriesName(tx, seriesId) : undefined;
  const issues = [
    ...(artistId && artist === undefined ? [{ path: 'artistId', message: 'There is no such artist any more.' }] : []),
    ...(seriesId && series === undefined ? [{ path: 'seriesId', message: 'There is no such series any more.' }] : []),
  ];
  if (issues.length > 0) return refuse('invalidInput', {}, { issues });
  return { ...(artist !== undefined && { artist }), ...(series !== undefined && { series }) };
}

/** Names and addresses of the artists with these ids, also of those who have no page now. */
export async function findArtistNames(
  reader: Reader,
  ids: readonly string[],
): Promise<{ id: string; name: string; slug: string }[]> {
  if (ids.length === 0) return [];
  return (await selectArtistsByIds(reader, ids)).map(({ id, name, slug }) => ({ id, name, slug }));
}

/** The artists with these ids with all texts, also those without a page. */
export async function findArtistTexts(reader: Reader, ids: readonly string[]): Promise<ArtistTexts[]> {
  return (await selectArtistsByIds(reader, ids)).map(artistTextsOf);
}

/** The series with these ids, also those without a page. */
export async function findSeriesTexts(
  reader: Reader,
  ids: readonly string[],
): Promise<{ id: string; name: string; text: string }[]> {
  return (await selectSeriesByIds(reader, ids)).map(({ id, name, text }) => ({ id, name, text }));
}

/** Deletes the artists and series of the demo; returns how many were deleted. Listings that stay keep the names as text. */
export async function removeDemoArtists(tx: Writer): Promise<number> {
  const works: string[] = [];
  for (const id of await lockDemoSeries(tx)) works.push(...(await linkedIds(tx, 'series_id', id)));
  const removed = (await deleteDemoNamed(tx, 'series')) + (await deleteDemoNamed(tx, 'artists'));
  // The translations of the series' names were deleted with them.
  for (const id of works) await reindexListing(tx, id);
  return removed;
}
