import type { Reader, Writer } from '#server/platform/database/database.ts';
import { lockName } from '#server/platform/database/dialect.ts';
import type { ScansTable } from '#server/platform/database/scan-tables.ts';

export type ScanRow = ScansTable;

/** Lets only one transaction at a time give a listing a scan or claim a scan. */
export const lockScans = (tx: Writer) => lockName(tx, 'scans');

export function selectScanOf(reader: Reader, listingId: string): Promise<ScanRow | undefined> {
  return reader.selectFrom('scans').selectAll().where('listing_id', '=', listingId).executeTakeFirst();
}

/** A scan whose tiles are made and whose listing exists. */
export function selectReadyScan(reader: Reader, id: string): Promise<ScanRow | undefined> {
  return reader
    .selectFrom('scans')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('listing_id', 'is not', null)
    .executeTakeFirst();
}

/** All scans: each of them may have files in the storage. */
export function selectScanFiles(reader: Reader): Promise<Pick<ScanRow, 'id' | 'state' | 'listing_id'>[]> {
  return reader.selectFrom('scans').select(['id', 'state', 'listing_id']).orderBy('id').execute();
}

export async function insertScan(tx: Writer, row: ScanRow): Promise<void> {
  await tx.insertInto('scans').values(row).execute();
}

/**
 * Takes the scans from these listings and returns them. Their files and rows are deleted from `now` on; if tiles are being made, once that
 * process notices or counts as dead.
 */
export async function detachScans(tx: Writer, listingIds: readonly string[], now: number): Promise<ScanRow[]> {
  if (listingIds.length === 0) return [];
  const rows = await tx.selectFrom('scans').selectAll().where('listing_id', 'in', listingIds).execute();
  for (const { id, state, due_at } of rows) {
    const changes = { listing_id: null, due_at: state === 'making' ? due_at : now };
    await tx.updateTable('scans').set(changes).where('id', '=', id).execute();
  }
  return rows;
}

/** Lets the files and the row of a scan without a listing be deleted from `now` on. The caller knows that no process works on it. */
export async function releaseRemoved(tx: Writer, id: string, now: number): Promise<void> {
  await tx.updateTable('scans').set({ due_at: now }).where('id', '=', id).where('listing_id', 'is', null).execute();
}

export async function attachScan(tx: Writer, id: string, listingId: string, now: number): Promise<void> {
  const attached = tx.updateTable('scans').set({ listing_id: listingId, due_at: now }).where('id', '=', id);
  const { numUpdatedRows } = await attached.executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('a stored scan was cleaned before a listing got it');
}

/** Changes a claimed scan. False if it was removed or replaced, another process works on it, or its state has changed meanwhile. */
export async function updateClaimed(
  tx: Writer,
  { id, claim, state }: Pick<ScanRow, 'id' | 'claim' | 'state'>,
  changes: Partial<ScanRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('scans')
    .set(changes)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', state)
    .where('listing_id', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function postpone(tx: Writer, id: string, until: number): Promise<void> {
  await tx.updateTable('scans').set({ due_at: until }).where('id', '=', id).execute();
}

export async function forgetOriginal(tx: Writer, id: string): Promise<void> {
  const done = tx.updateTable('scans').set({ has_original: 0, due_at: null }).where('id', '=', id);
  await done.where('listing_id', 'is not', null).execute();
}

export async function deleteScan(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('scans').where('id', '=', id).where('listing_id', 'is', null).execute();
}

/**
 * The oldest scan whose files are to be deleted: one without a listing, or one whose original is not needed any more. If a listing was
 * deleted without `detachScans`, the foreign key has emptied `listing_id`, and `due_at` may be null.
 */
export function selectLeftover(reader: Reader, now: number): Promise<ScanRow | undefined> {
  return reader
    .selectFrom('scans')
    .selectAll()
    .where((row) =>
      row.or([
        row.and([row('listing_id', 'is', null), row.or([row('due_at', 'is', null), row('due_at', '<=', now)])]),
        row.and([row('state', 'in', ['ready', 'failed']), row('has_original', '=', 1), row('due_at', '<=', now)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** The scan to work on next: one whose process has died, else the one that has waited longest. None while tiles are being made. */
export async function selectNextToMake(reader: Reader, now: number): Promise<ScanRow | undefined> {
  const ofState = (state: ScanRow['state']) =>
    reader
      .selectFrom('scans')
      .selectAll()
      .where('listing_id', 'is not', null)
      .where('state', '=', state)
      .orderBy('created_at')
      .orderBy('id');
  const making = await ofState('making').limit(1).executeTakeFirst();
  if (making) return (making.due_at ?? 0) <= now ? making : undefined;
  return ofState('waiting').where('due_at', '<=', now).limit(1).executeTakeFirst();
}

/** When the next work on a scan is due, epoch milliseconds; null if there is none. */
export async function selectNextDue(reader: Reader): Promise<number | null> {
  const row = await reader
    .selectFrom('scans')
    .select((scans) => scans.fn.min('due_at').as('due_at'))
    .executeTakeFirst();
  return row?.due_at === null || row?.due_at === undefined ? null : Number(row.due_at);
}
