import { rm, writeFile } from 'node:fs/promises';
import type { ScanProblem } from '#contract/scans.ts';
import { createWorkQueue, type WorkQueue } from '#server/platform/concurrency/work-queue.ts';
import { ServiceUnavailable } from '#server/platform/failures.ts';
import type { Shop } from '#server/shop.ts';
import { makeInProcess } from './in-scan-process.ts';
import { originalName, scanFiles, storeTimeout, tilesName } from './scan-files.ts';
import {
  deleteScan,
  forgetOriginal,
  lockScans,
  postpone,
  releaseRemoved,
  type ScanRow,
  selectLeftover,
  selectNextDue,
  selectNextToMake,
  updateClaimed,
} from './scans.queries.ts';
import { workFiles } from './work-files.ts';

// Milliseconds.
/** A process that has told nothing for so long counts as dead, and another one begins anew. */
const claimDuration = 60_000;
/** How often progress is written. */
const progressInterval = 1_000;
/** A scan during which the process dies or fails so often is given up. */
const mostTries = 3;

interface Work {
  kind: 'clean' | 'make';
  row: ScanRow;
}

/**
 * Makes the tiles of one scan of the shop at a time, in a process of low priority, and deletes files that are not needed any more
 * (decision 0057). Stopped by `close`, it leaves the scan to the next process.
 */
export function createScanQueue(shopOf: () => Shop): WorkQueue {
  const stop = new AbortController();
  const queue = createWorkQueue<Work>({
    claimNext: () => claimNext(shopOf()),
    work: ({ kind, row }) => (kind === 'clean' ? clean(shopOf(), row) : make(shopOf(), row, stop.signal)),
    nextDue: () => selectNextDue(shopOf().database.read),
    maxAtOnce: 1,
    clock: () => shopOf().clock(),
    log: { warn: (...line: Parameters<Shop['log']['warn']>) => shopOf().log.warn(...line) },
    failure: 'the tiles of a scan could not be made or removed; it is tried again',
  });
  return {
    ...queue,
    close() {
      stop.abort();
      return queue.close();
    },
  };
}

function claimNext(shop: Shop): Promise<Work | undefined> {
  return shop.database.write(async (tx) => {
    await lockScans(tx);
    const now = shop.clock();
    const leftover = await selectLeftover(tx, now);
    if (leftover) {
      // Due again if the storage is unavailable.
      await postpone(tx, leftover.id, now + claimDuration);
      return { kind: 'clean', row: leftover };
    }
    const row = await selectNextToMake(tx, now);
    if (!row) return undefined;
    const claim = shop.randomBytes(8).toString('hex');
    const begun = { state: 'making', progress: 0, tries: row.tries + 1, due_at: now + claimDuration, claim } as const;
    if (!(await updateClaimed(tx, row, begun))) return undefined;
    return { kind: 'make', row: { ...row, ...begun } };
  });
}

/** Deletes the files of a scan without a listing and then its row, or the original of one that is done. */
async function clean(shop: Shop, { id, listing_id }: ScanRow): Promise<void> {
  const { remove } = scanFiles(shop);
  await remove(originalName(id));
  if (listing_id === null) await remove(tilesName(id));
  await shop.database.write((tx) => (listing_id === null ? deleteScan(tx, id) : forgetOriginal(tx, id)));
}

async function make(shop: Shop, row: ScanRow, stop: AbortSignal): Promise<void> {
  const update = (changes: Partial<ScanRow>) => shop.database.write((tx) => updateClaimed(tx, row, changes));
  const fail = (problem: ScanProblem) => update({ state: 'failed', problem, due_at: shop.clock() });
  if (row.tries > mostTries) {
    await fail('unreadable');
    return;
  }
  const directory = await scanFiles(shop).makeWorkDirectory();
  try {
    const made = await makeFile(shop, row, { directory, stop });
    if (typeof made === 'string') await fail(made);
    else if (made) await storeTiles(shop, row, { directory, lengths: made });
  } catch (error) {
    if (stop.aborted) await update({ state: 'waiting', tries: row.tries - 1, due_at: shop.clock() });
    else if (error instanceof ServiceUnavailable)
      await update({ state: 'waiting', tries: row.tries - 1, due_at: shop.clock() + claimDuration });
    else await update({ state: 'waiting', due_at: shop.clock() + claimDuration });
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
    await shop.database.write((tx) => releaseRemoved(tx, row.id, shop.clock()));
  }
}

interface Place {
  directory: string;
  stop: AbortSignal;
}

/** Returns the lengths of the images, or why there are none; null if the scan was removed meanwhile, or another process works on it. */
async function makeFile(shop: Shop, row: ScanRow, { directory, stop }: Place): Promise<number[] | ScanProblem | null> {
  const { original, picture } = workFiles(directory);
  const lost = new AbortController();
  const renew = async (progress: number, duration = claimDuration) => {
    const changes = { progress, due_at: shop.clock() + duration };
    const isOurs = await shop.database.write((tx) => updateClaimed(tx, row, changes));
    if (!isOurs) lost.abort();
    return isOurs;
  };
  // From an object store it takes longer than a claim.
  if (!(await renew(0, storeTimeout))) return null;
  if (!(await scanFiles(shop).copyTo(originalName(row.id), original))) return 'unreadable';
  const shown = await shop.media.readFile(row.picture);
  if (!shown) return 'other picture';
  await writeFile(picture, shown);
  let progress = 0;
  const timer = setInterval(() => void renew(progress).catch(() => undefined), progressInterval);
  try {
    return await makeInProcess(directory, {
      size: row,
      signal: AbortSignal.any([stop, lost.signal]),
      onProgress: (percent) => {
        progress = percent;
      },
    });
  } catch (error) {
    if (lost.signal.aborted) return null;
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** The tiles are seen once the row says so. A scan that was removed meanwhile is cleaned afterwards. */
async function storeTiles(
  shop: Shop,
  row: ScanRow,
  { directory, lengths }: { directory: string; lengths: number[] },
): Promise<void> {
  const isOurs = await shop.database.write((tx) =>
    updateClaimed(tx, row, { progress: 100, due_at: shop.clock() + storeTimeout }),
  );
  if (!isOurs) return;
  await scanFiles(shop).publish({ path: workFiles(directory).tiles }, tilesName(row.id));
  const done = { state: 'ready', lengths: JSON.stringify(lengths), due_at: shop.clock() } as const;
  await shop.database.write(async (tx) => {
    if (await updateClaimed(tx, row, done)) tx.raiseRevision();
  });
}
