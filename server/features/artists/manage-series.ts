import type { AdminSeries, NewSeries, SeriesChanges } from '#contract/artists.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { fillName, linkByName, reindexListing } from '#server/features/catalog/catalog.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { changedSeries, differs, newSeriesRow, seriesValuesOf } from './artist-record.ts';
import {
  deleteNamed,
  insertSeries,
  isTaken,
  lockSeries,
  type NamedList,
  readLockedArtistName,
  type SeriesRow,
  selectNamed,
  selectOne,
  updateSeriesRow,
} from './artists.queries.ts';
import { newSlug } from './new-slug.ts';
import { presentSeries } from './present-artists.ts';

/** All series, also those without a page; by name if there is no `sort`. */
export async function listSeriesAsAdmin(shop: Shop, request: NamedList) {
  const { rows, total } = await selectNamed(shop.database.read, 'series', { ...request, isPublished: false });
  return { series: await presentSeries(shop.database.read, rows), total };
}

/** One series, also without a page. Refused (404): an unknown id. */
export async function findSeriesAsAdmin(shop: Shop, id: string): Promise<AdminSeries | Refusal> {
  const row = await selectOne(shop.database.read, 'series', 'id', id);
  const [series] = row ? await presentSeries(shop.database.read, [row]) : [];
  return series ?? refuse('seriesNotFound');
}

/** Adds a series. Refused: a name that another series has (409), an artist who does not exist (400). */
export async function addSeries(
  shop: Shop,
  adminId: string,
  { linkListings = false, ...series }: NewSeries,
): Promise<AdminSeries | Refusal> {
  const added = await shop.database.write(async (tx) => {
    const row = await insertNewSeries(tx, shop, adminId, series);
    if (!isRefusal(row) && linkListings) await linkByName(tx, shop, { field: 'series', id: row.id, name: row.name });
    return row;
  });
  return isRefusal(added) ? added : findSeriesAsAdmin(shop, added.id);
}

/** Inserts a new series in the caller's transaction. Refuses what `addSeries` refuses. */
export async function insertNewSeries(
  tx: Writer,
  shop: Shop,
  adminId: string,
  series: NewSeries,
): Promise<SeriesRow | Refusal> {
  const id = shop.randomBytes(12).toString('hex');
  const slug = await newSlug(tx, shop, 'series', series.name);
  const row = newSeriesRow({ id, slug, now: shop.clock() }, series);
  if (await isTaken(tx, 'series', { column: 'name_folded', value: row.name_folded }))
    return refuse('nameTaken', { name: row.name });
  const badArtist = await refuseArtist(tx, series.artistId);
  if (badArtist) return badArtist;
  await insertSeries(tx, row);
  const after = seriesValuesOf(row);
  await recordChange(tx, shop, { adminId, action: 'series added', subject: id, before: null, after });
  tx.raiseRevision();
  return row;
}

/**
 * Changes the fields that `changes` names; a new name is written into the listings. Refused: an unknown series (404), a field that
 * somebody else has changed or a name that another series has (409), an artist who does not exist (400).
 */
export async function updateSeries(
  shop: Shop,
  adminId: string,
  id: string,
  { expected, ...changes }: SeriesChanges,
): Promise<AdminSeries | Refusal> {
  const refused = await shop.database.write(async (tx) => {
    const now = shop.clock();
    // Listings are locked before their series.
    if (changes.name !== undefined)
      await fillName(tx, shop, { field: 'series', id, name: changes.name, lock: () => lockSeries(tx, id) });
    const before = await lockSeries(tx, id);
    if (!before) return refuse('seriesNotFound');
    if (differs(seriesValuesOf(before), expected)) return refuse('recordChanged', { name: before.name });
    const after = changedSeries(before, changes, now);
    if (await isTaken(tx, 'series', { column: 'name_folded', value: after.name_folded, exceptId: id }))
      return refuse('nameTaken', { name: after.name });
    const badArtist = await refuseArtist(tx, changes.artistId);
    if (badArtist) return badArtist;
    await updateSeriesRow(tx, after);
    const [old, values] = [seriesValuesOf(before), seriesValuesOf(after)];
    await recordChange(tx, shop, { adminId, action: 'series updated', subject: id, before: old, after: values });
    tx.raiseRevision();
    return null;
  });
  return refused ?? findSeriesAsAdmin(shop, id);
}

/** Deletes a series. `unlinked` counts its listings, which keep the name as text. Refused (404): an unknown series. */
export function deleteSeries(shop: Shop, adminId: string, id: string): Promise<{ unlinked: number } | Refusal> {
  return shop.database.write(async (tx) => {
    const row = await selectOne(tx, 'series', 'id', id);
    if (!row) return refuse('seriesNotFound');
    const works = await fillName(tx, shop, { field: 'series', id, name: row.name, lock: () => lockSeries(tx, id) });
    // Somebody else may have deleted it before the lock.
    if (!(await lockSeries(tx, id))) return refuse('seriesNotFound');
    await deleteNamed(tx, 'series', id);
    // The translations of its name are deleted with it.
    for (const listingId of works) await reindexListing(tx, listingId);
    const unlinked = works.length;
    const before = { ...seriesValuesOf(row), pieces: unlinked };
    await recordChange(tx, shop, { adminId, action: 'series deleted', subject: id, before, after: null });
    tx.raiseRevision();
    return { unlinked };
  });
}

async function refuseArtist(tx: Writer, artistId: string | null | undefined): Promise<Refusal | null> {
  if (!artistId || (await readLockedArtistName(tx, artistId)) !== undefined) return null;
  return refuse('invalidInput', {}, { issues: [{ path: 'artistId', message: 'There is no such artist any more.' }] });
}
