import { rm, writeFile } from 'node:fs/promises';
import type { ScanProblem } from '#contract/scans.ts';
import { createWorkQueue, lateLog, type WorkQueue } from '#server/platform/concurrency/work-queue.ts';
import { ServiceUnavailable } from '#server/platform/failures.ts';
import type { Shop } from '#server/shop.ts';
import { makeInProcess } from './in-scan-process.ts';
import { originalName, scanFiles, tilesName } from './scan-files.ts';
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

/** Milliseconds. A process that has reported nothing for this long counts as dead, and another one begins the work anew. */
const claimDuration = 60_000;
/** Milliseconds between two writes of the progress. */
const progressInterval = 1_000;
/** A scan fails for good after this many tries that failed or in which the process died. */
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
    log: lateLog(shopOf),
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
      // It is due again if the storage is unavailable now.
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
    await fail('not made');
    return;
  }
  const directory = await scanFiles(shop).makeWorkDirectory();
  const claim = keepClaim(shop, row);
  try {
    const made = await makeFile(shop, row, { directory, claim, stop });
    if (typeof made === 'string') await fail(made);
    else if (!claim.lost.aborted) await storeTiles(shop, row, { directory, lengths: made });
  } catch (error) {
    if (claim.lost.aborted) return;
    if (stop.aborted) await update({ state: 'waiting', tries: row.tries - 1, due_at: shop.clock() });
    else if (error instanceof ServiceUnavailable)
      await update({ state: 'waiting', tries: row.tries - 1, due_at: shop.clock() + claimDuration });
    else await update({ state: 'waiting', due_at: shop.clock() + claimDuration });
    throw error;
  } finally {
    claim.end();
    await rm(directory, { recursive: true, force: true });
    await shop.database.write((tx) => releaseRemoved(tx, row.id, shop.clock()));
  }
}

interface Claim {
  /** Aborted when the scan was removed, or another process works on it. */
  lost: AbortSignal;
  setProgress(percent: number): void;
  end(): void;
}

/** Renews the claim of this process on a scan and writes its progress, until `end`. */
function keepClaim(shop: Shop, row: ScanRow): Claim {
  const lost = new AbortController();
  let progress = 0;
  const renew = async () => {
    const changes = { progress, due_at: shop.clock() + claimDuration };
    if (!(await shop.database.write((tx) => updateClaimed(tx, row, changes)))) lost.abort();
  };
  // If one renewal fails, the next one comes a second later.
  const timer = setInterval(() => void renew().catch(() => undefined), progressInterval);
  return {
    lost: lost.signal,
    setProgress: (percent) => {
      progress = percent;
    },
    end: () => clearInterval(timer),
  };
}

interface Place {
  directory: string;
  claim: Claim;
  stop: AbortSignal;
}

/** Makes the tiles. Returns the lengths of the images, bytes, or why there are none. Throws when the claim is lost or the shop stops. */
async function makeFile(shop: Shop, row: ScanRow, { directory, claim, stop }: Place): Promise<number[] | ScanProblem> {
  const { original, picture } = workFiles(directory);
  if (!(await scanFiles(shop).copyTo(originalName(row.id), original))) return 'unreadable';
  const shown = await shop.media.readFile(row.picture);
  if (!shown) return 'other picture';
  await writeFile(picture, shown);
  const signal = AbortSignal.any([stop, claim.lost]);
  return makeInProcess(directory, { size: row, signal, onProgress: claim.setProgress });
}

/** Stores the file of the tiles, then marks the scan as ready, which shows it. If it was removed meanwhile, its file is deleted later. */
async function storeTiles(
  shop: Shop,
  row: ScanRow,
  { directory, lengths }: { directory: string; lengths: number[] },
): Promise<void> {
  await scanFiles(shop).publish({ path: workFiles(directory).tiles }, tilesName(row.id));
  const done = { state: 'ready', progress: 100, lengths: JSON.stringify(lengths), due_at: shop.clock() } as const;
  await shop.database.write(async (tx) => {
    if (await updateClaimed(tx, row, done)) tx.raiseRevision();
  });
}
