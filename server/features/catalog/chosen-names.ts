import type { ListingChanges, NewListing } from '#contract/catalog.ts';
import type { Refusal } from '#contract/errors.ts';
import { foldText } from '#contract/text.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { MustRestart } from '#server/platform/database/database-errors.ts';
import type { Shop } from '#server/shop.ts';
import {
  type LinkColumn,
  type ListingRow,
  lockListingRows,
  selectIdsOfText,
  selectLinkedIds,
  updateListingRow,
} from './catalog.queries.ts';
import { changedRecord, type ListingRecord, newRecord, recordOf, rowOf } from './listing-record.ts';

type Choice = Pick<ListingChanges, 'artistId' | 'seriesId'>;

/** The names of the chosen artist and series; a name is absent if none was chosen. */
export interface ChosenNames {
  artist?: string;
  series?: string;
}

/**
 * Finds the names of the chosen artist and series, and keeps them from changing until the end of the transaction. Refused (400): an
 * artist or a series that does not exist. The function is passed in, because the feature artists imports the catalog.
 */
export type FindChosenNames = (tx: Writer, choice: Choice) => Promise<ChosenNames | Refusal>;

/** The record that a new listing (`before` is null) or a partial change makes. `now` in epoch milliseconds. */
export function recordAfter(
  before: null,
  id: string,
  listing: NewListing,
  names: ChosenNames,
  now: number,
): ListingRecord;
export function recordAfter(
  before: ListingRecord,
  id: string,
  changes: ListingChanges,
  names: ChosenNames,
  now: number,
): ListingRecord;
export function recordAfter(
  before: ListingRecord | null,
  id: string,
  listing: NewListing | ListingChanges,
  names: ChosenNames,
  now: number,
): ListingRecord {
  // By the overloads, `listing` is a NewListing if `before` is null.
  const after = before ? changedRecord(before, listing, now) : newRecord(id, listing as NewListing, now);
  return withChosen(before, after, listing, names);
}

/**
 * The record with the chosen artist and series and their names. Writing another text without choosing ends the earlier choice, so a
 * listing with a chosen artist or series always shows the name of that artist or series.
 */
function withChosen(
  before: ListingRecord | null,
  after: ListingRecord,
  { artistId, seriesId, artists, artist, series }: ListingChanges,
  names: ChosenNames,
): ListingRecord {
  const next = { ...after };
  if (artistId !== undefined) next.artist_id = artistId;
  else if (artist !== undefined && artist !== before?.artist) next.artist_id = null;
  if (seriesId !== undefined) next.series_id = seriesId;
  else if (series !== undefined && series !== before?.series) next.series_id = null;
  if (names.series !== undefined) next.series = names.series;
  if (names.artist !== undefined) {
    next.artist = names.artist;
    const namesNoOther = (before?.artists ?? '') === '' || before?.artists === before?.artist;
    if (artists === '' || (artists === undefined && namesNoOther)) next.artists = names.artist;
  }
  return next;
}

const links = { artist: 'artist_id', series: 'series_id' } as const satisfies Record<string, LinkColumn>;

/** An artist or a series. `lock` locks it, and is called after its listings are locked. */
interface Named {
  field: keyof typeof links;
  id: string;
  lock: () => Promise<unknown>;
}

/**
 * Writes a new name of an artist or a series into its listings; returns their ids. In `artists`, which names all who made the piece, it
 * replaces the former name.
 */
export async function fillName(
  tx: Writer,
  shop: Shop,
  { name, ...named }: Named & { name: string },
): Promise<string[]> {
  const { field } = named;
  const rows = await lockLinked(tx, named);
  for (const before of rows.map(recordOf)) {
    const artists = field === 'artist' ? replaceName(before.artists, before.artist, name) : before.artists;
    await updateListingRow(tx, rowOf({ ...before, [field]: name, artists, updated_at: shop.clock() }));
  }
  return rows.map(({ id }) => id);
}

/** Locks the listings of an artist or a series, and then the artist or series itself, so that no listing joins or leaves them. */
export async function lockLinked(tx: Writer, { field, id, lock }: Named): Promise<ListingRow[]> {
  const ids = await selectLinkedIds(tx, links[field], id);
  const rows = await lockListingRows(tx, ids);
  await lock();
  // A listing that was linked meanwhile is not locked, and one of `rows` may have another artist or series by now.
  const linked = await selectLinkedIds(tx, links[field], id);
  if (linked.length !== rows.length || rows.some((row, index) => row.id !== linked[index])) throw new MustRestart();
  return rows;
}

/** Links to an artist or a series the listings that have its name as text only. Returns how many listings were linked. */
export async function linkByName(
  tx: Writer,
  shop: Shop,
  { field, id, name }: { field: keyof typeof links; id: string; name: string },
): Promise<number> {
  const rows = await lockListingRows(tx, await selectIdsOfText(tx, field, foldText(name)));
  // Text and choice may have changed before the lock.
  const linked = rows
    .map(recordOf)
    .filter((record) => record[links[field]] === null && foldText(record[field]) === foldText(name));
  for (const before of linked)
    await updateListingRow(tx, rowOf({ ...before, [links[field]]: id, [field]: name, updated_at: shop.clock() }));
  return linked.length;
}

/** Replaces one of several names: "Vân Khê, Lam" becomes "Lê Vân Khê, Lam". */
const replaceName = (names: string, from: string, to: string) =>
  names
    .split(', ')
    .map((name) => (name === from ? to : name))
    .join(', ');
