// The only file of this feature that other features and the composition import (docs/behaviour/scans.md, decision 0057).
import type { CloseLook } from '#contract/close-look.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { imageServicePath } from '#contract/scan-address.ts';
import { type Scan, type ScanProblem, scanProblems } from '#contract/scans.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { type FindLookedAt, findListingAsAdmin, lockListings } from '#server/features/catalog/catalog.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { StagedFile } from '#server/platform/object-storage/file-storage.ts';
import type { Shop } from '#server/shop.ts';
import { inspectInProcess } from './in-scan-process.ts';
import type { Size } from './pyramid.ts';
import { originalName, scanFiles, storeTimeout, tilesName } from './scan-files.ts';
import {
  attachScan,
  detachScans,
  insertScan,
  lockScans,
  releaseRemoved,
  type ScanRow,
  selectScanFiles,
  selectScanOf,
} from './scans.queries.ts';

export { createScanQueue } from './scan-queue.ts';

/** By how much the proportions (width divided by height) may differ, as a share: small pictures are rounded to whole pixels. */
const tolerance = 0.01;

/** The path of the picture whose framing the scan of a listing has, and the scan itself once its tiles are made; null without a scan. */
export async function findScan(
  reader: Reader,
  listingId: string,
): Promise<{ picture: string; scan: CloseLook['scan'] } | null> {
  const row = await selectScanOf(reader, listingId);
  if (!row) return null;
  const { id, state, picture, width, height } = row;
  return { picture, scan: state === 'ready' ? { address: imageServicePath(id), width, height } : null };
}

/** The scan of a listing as the panel sees it. Refused (404): an unknown listing. */
export async function describeScan(
  shop: Shop,
  findLookedAt: FindLookedAt,
  listingId: string,
): Promise<{ scan: Scan | null } | Refusal> {
  const { read } = shop.database;
  const listing = await findListingAsAdmin(shop, listingId);
  if (isRefusal(listing)) return listing;
  const row = await selectScanOf(read, listingId);
  if (!row) return { scan: null };
  const picture = await findLookedAt(read, listing);
  const { state, progress, width, height } = row;
  // The column contains only keys of `scanProblems`.
  const problem = row.problem === '' ? '' : scanProblems[row.problem as ScanProblem];
  return { scan: { state, progress, width, height, problem, isOfPicture: picture?.url === row.picture } };
}

/**
 * Gives a listing a scan, in place of the former one, and begins to make its tiles. Refused: an unknown listing (404), one without a
 * stored picture, a scan of other proportions than the picture (409), and as in `inspectScan` (413, 415).
 */
export async function addScan(
  shop: Shop,
  findLookedAt: FindLookedAt,
  { adminId, listingId, file }: { adminId: string; listingId: string; file: StagedFile },
): Promise<{ scan: Scan | null } | Refusal> {
  const listing = await findListingAsAdmin(shop, listingId);
  if (isRefusal(listing)) return listing;
  const picture = await findLookedAt(shop.database.read, listing);
  if (!picture || picture.width === 0) return refuse('scanNeedsPicture');
  const size = await inspectInProcess(file.path);
  if (isRefusal(size)) return size;
  const refused = refuseProportions(size, picture);
  if (refused) return refused;
  const id = await storeOriginal(shop, { file, size, picture: picture.url });
  const refusal = await shop.database.write(async (tx) => {
    // Without a listing, the stored file is deleted after a while (`storeOriginal`).
    if ((await lockListings(tx, [listingId])).length === 0) return refuse('listingNotFound');
    const former = await giveScan(tx, shop, { id, listingId });
    if (former?.state === 'ready') tx.raiseRevision();
    const action = former ? 'scan replaced' : 'scan added';
    const after = { width: size.width, height: size.height };
    await recordChange(tx, shop, { adminId, action, subject: listingId, before: null, after });
    return null;
  });
  return refusal ?? describeScan(shop, findLookedAt, listingId);
}

/** Removes the scan of a listing, or stops making its tiles. Its files are deleted afterwards. Refused (404): a listing without one. */
export async function removeScan(
  shop: Shop,
  adminId: string,
  listingId: string,
): Promise<Record<string, never> | Refusal> {
  return shop.database.write(async (tx) => {
    await lockScans(tx);
    const [row] = await detachScans(tx, [listingId], shop.clock());
    if (!row) return refuse('scanNotFound');
    if (row.state === 'ready') tx.raiseRevision();
    const before = { width: row.width, height: row.height };
    await recordChange(tx, shop, { adminId, action: 'scan removed', subject: listingId, before, after: null });
    tx.afterCommit(() => shop.scans.wake());
    return {};
  });
}

/** Removes the scans of listings that are deleted in the same transaction. */
export async function removeScansOf(tx: Writer, shop: Shop, listingIds: readonly string[]): Promise<void> {
  await lockScans(tx);
  await detachScans(tx, listingIds, shop.clock());
  tx.afterCommit(() => shop.scans.wake());
}

/**
 * Stores a scan that no listing has yet, and returns its id for `giveScan`. The row is written first: if no listing gets the scan, it is
 * deleted with its file after a while.
 */
export async function storeOriginal(
  shop: Shop,
  { file, size, picture }: { file: StagedFile; size: Size; picture: string },
): Promise<string> {
  const now = shop.clock();
  const row: ScanRow = {
    id: shop.randomBytes(16).toString('hex'),
    listing_id: null,
    picture,
    state: 'waiting',
    claim: '',
    progress: 0,
    tries: 0,
    problem: '',
    width: size.width,
    height: size.height,
    lengths: '[]',
    has_original: 1,
    created_at: now,
    due_at: now + 2 * storeTimeout,
  };
  await shop.database.write((tx) => insertScan(tx, row));
  try {
    await scanFiles(shop).publish(file, originalName(row.id));
  } catch (error) {
    await shop.database.write((tx) => releaseRemoved(tx, row.id, shop.clock()));
    throw error;
  }
  return row.id;
}

/** Gives a stored scan to a listing, and returns the row of the scan that it had. */
export async function giveScan(
  tx: Writer,
  shop: Shop,
  { id, listingId }: { id: string; listingId: string },
): Promise<ScanRow | undefined> {
  await lockScans(tx);
  const [former] = await detachScans(tx, [listingId], shop.clock());
  await attachScan(tx, id, listingId, shop.clock());
  tx.afterCommit(() => shop.scans.wake());
  return former;
}

/** The names of the files that the shop needs of its scans, sorted: tiles, and originals whose tiles are not made yet. */
export async function filesOfScans(reader: Reader): Promise<string[]> {
  const rows = (await selectScanFiles(reader)).filter(({ listing_id }) => listing_id !== null);
  return rows.flatMap(({ id, state }) => {
    if (state === 'failed') return [];
    return [state === 'ready' ? tilesName(id) : originalName(id)];
  });
}

/** The names of all files that the shop's scans may have: those of `filesOfScans`, and those that are about to be written or deleted. */
export async function possibleFilesOfScans(reader: Reader): Promise<string[]> {
  return (await selectScanFiles(reader)).flatMap(({ id }) => [originalName(id), tilesName(id)]);
}

function refuseProportions(scan: Size, picture: Size): Refusal | null {
  const [ofScan, ofPicture] = [scan.width / scan.height, picture.width / picture.height];
  if (Math.abs(ofScan / ofPicture - 1) <= tolerance) return null;
  return refuse('scanProportions', { scan: ofScan.toFixed(3), picture: ofPicture.toFixed(3) });
}
