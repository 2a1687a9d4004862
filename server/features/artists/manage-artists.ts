import type { AdminArtist, ArtistChanges, NewArtist } from '#contract/artists.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { fillName, linkByName } from '#server/features/catalog/catalog.ts';
import { storedPictures } from '#server/features/media/media.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { artistValuesOf, changedArtist, differs, newArtistRow } from './artist-record.ts';
import {
  type ArtistRow,
  deleteNamed,
  insertArtist,
  isTaken,
  lockArtist,
  type NamedList,
  selectNamed,
  selectOne,
  updateArtistRow,
} from './artists.queries.ts';
import { newSlug } from './new-slug.ts';
import { presentArtist, presentList } from './present-artists.ts';

/** All artists, also those without a page; by name if there is no `sort`. */
export async function listArtistsAsAdmin(shop: Shop, request: NamedList) {
  const { rows, total } = await selectNamed(shop.database.read, 'artists', { ...request, isPublished: false });
  return { artists: await presentList(shop.database.read, rows), total };
}

/** One artist, also without a page. Refused (404): an unknown id. */
export async function findArtistAsAdmin(shop: Shop, id: string): Promise<AdminArtist | Refusal> {
  const row = await selectOne(shop.database.read, 'artists', 'id', id);
  return row ? presentArtist(shop.database.read, row) : refuse('artistNotFound');
}

/** Adds an artist. Refused: a name that another artist has (409), a portrait that was not uploaded here (400). */
export async function addArtist(
  shop: Shop,
  adminId: string,
  { linkListings = false, ...artist }: NewArtist,
): Promise<AdminArtist | Refusal> {
  const added = await shop.database.write(async (tx) => {
    const row = await insertNewArtist(tx, shop, adminId, artist);
    if (!isRefusal(row) && linkListings) await linkByName(tx, shop, { field: 'artist', id: row.id, name: row.name });
    return row;
  });
  return isRefusal(added) ? added : findArtistAsAdmin(shop, added.id);
}

/** Inserts a new artist in the caller's transaction. Refuses what `addArtist` refuses. */
export async function insertNewArtist(
  tx: Writer,
  shop: Shop,
  adminId: string,
  artist: NewArtist,
): Promise<ArtistRow | Refusal> {
  const id = shop.randomBytes(12).toString('hex');
  const slug = await newSlug(tx, shop, 'artists', artist.name);
  const row = newArtistRow({ id, slug, now: shop.clock() }, artist);
  if (await isTaken(tx, 'artists', { column: 'name_folded', value: row.name_folded }))
    return refuse('nameTaken', { name: row.name });
  const badPortrait = await refusePortrait(tx, artist);
  if (badPortrait) return badPortrait;
  await insertArtist(tx, row);
  const after = artistValuesOf(row);
  await recordChange(tx, shop, { adminId, action: 'artist added', subject: id, before: null, after });
  tx.raiseRevision();
  return row;
}

/**
 * Changes the fields that `changes` names; a new name is written into the listings. Refused: an unknown artist (404), a field that
 * somebody else has changed or a name that another artist has (409), a portrait that was not uploaded here (400).
 */
export async function updateArtist(
  shop: Shop,
  adminId: string,
  id: string,
  { expected, ...changes }: ArtistChanges,
): Promise<AdminArtist | Refusal> {
  const refused = await shop.database.write(async (tx) => {
    const now = shop.clock();
    // Listings are locked before their artist.
    if (changes.name !== undefined)
      await fillName(tx, shop, { field: 'artist', id, name: changes.name, lock: () => lockArtist(tx, id) });
    const before = await lockArtist(tx, id);
    if (!before) return refuse('artistNotFound');
    if (differs(artistValuesOf(before), expected)) return refuse('recordChanged', { name: before.name });
    const after = changedArtist(before, changes, now);
    if (await isTaken(tx, 'artists', { column: 'name_folded', value: after.name_folded, exceptId: id }))
      return refuse('nameTaken', { name: after.name });
    const badPortrait = await refusePortrait(tx, changes);
    if (badPortrait) return badPortrait;
    await updateArtistRow(tx, after);
    const [old, values] = [artistValuesOf(before), artistValuesOf(after)];
    await recordChange(tx, shop, { adminId, action: 'artist updated', subject: id, before: old, after: values });
    tx.raiseRevision();
    return null;
  });
  return refused ?? findArtistAsAdmin(shop, id);
}

/** Deletes an artist. `unlinked` counts their listings, which keep the name as text. Refused (404): an unknown artist. */
export function deleteArtist(shop: Shop, adminId: string, id: string): Promise<{ unlinked: number } | Refusal> {
  return shop.database.write(async (tx) => {
    const row = await selectOne(tx, 'artists', 'id', id);
    if (!row) return refuse('artistNotFound');
    const lock = () => lockArtist(tx, id);
    const { length: unlinked } = await fillName(tx, shop, { field: 'artist', id, name: row.name, lock });
    // Somebody else may have deleted it before the lock.
    if (!(await lockArtist(tx, id))) return refuse('artistNotFound');
    await deleteNamed(tx, 'artists', id);
    const before = { ...artistValuesOf(row), pieces: unlinked };
    await recordChange(tx, shop, { adminId, action: 'artist deleted', subject: id, before, after: null });
    tx.raiseRevision();
    return { unlinked };
  });
}

async function refusePortrait(reader: Reader, { portrait }: Pick<ArtistChanges, 'portrait'>): Promise<Refusal | null> {
  if (!portrait || (await storedPictures(reader, [portrait.url])).size > 0) return null;
  const issues = [{ path: 'portrait', message: 'Please upload it here.' }];
  return refuse('invalidInput', {}, { issues });
}
