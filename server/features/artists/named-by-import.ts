// For the feature imports: the artists and series that an imported file names.
import { isRefusal, type Refusal } from '#contract/errors.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { deleteNamed, type NamedTable, selectNames, selectUnused } from './artists.queries.ts';
import { insertNewArtist } from './manage-artists.ts';
import { insertNewSeries } from './manage-series.ts';

export interface KnownName {
  id: string;
  name: string;
}

/** The artists and the series of the shop, also those without a page. */
export async function findKnownNames(reader: Reader): Promise<Record<NamedTable, KnownName[]>> {
  return { artists: await selectNames(reader, 'artists'), series: await selectNames(reader, 'series') };
}

/** Adds an artist or a series that has only a name, and no page yet; returns its id. Refused (409): a name that is taken. */
export async function makeNamed(
  tx: Writer,
  shop: Shop,
  adminId: string,
  { table, name }: { table: NamedTable; name: string },
): Promise<string | Refusal> {
  const insert = table === 'artists' ? insertNewArtist : insertNewSeries;
  const row = await insert(tx, shop, adminId, { name });
  return isRefusal(row) ? row : row.id;
}

/** Deletes those of the given ids that nobody has changed or used since they were added; returns how many were deleted. */
export async function removeUnusedNamed(
  tx: Writer,
  shop: Shop,
  adminId: string,
  { table, ids }: { table: NamedTable; ids: readonly string[] },
): Promise<number> {
  const unused = await selectUnused(tx, table, ids);
  for (const id of unused) {
    await deleteNamed(tx, table, id);
    const action = table === 'artists' ? 'artist deleted' : 'series deleted';
    await recordChange(tx, shop, { adminId, action, subject: id, before: null, after: null });
  }
  if (unused.length > 0) tx.raiseRevision();
  return unused.length;
}
