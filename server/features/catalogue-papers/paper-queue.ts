import { Readable } from 'node:stream';
import { createWorkQueue, lateLog, type WorkQueue } from '#server/platform/concurrency/work-queue.ts';
import type { Shop } from '#server/shop.ts';
import {
  deletePaper,
  lockPapers,
  type PaperRow,
  selectExpired,
  selectNextDue,
  selectNextToDraw,
  selectPaper,
  updateClaimed,
} from './catalogue-papers.queries.ts';
import { drawInProcess } from './in-paper-process.ts';
import { findContent } from './paper-content.ts';
import { paperFiles, storeTimeout } from './paper-files.ts';

// The first three are in milliseconds.
/** A process that has reported nothing for so long counts as dead, and another one draws its paper again. */
const claimDuration = 60_000;
/** How often progress is written. */
const progressInterval = 400;
/** For how long a file can be downloaded, and a failure is listed. */
export const paperLifetime = 24 * 60 * 60_000;
/** A paper is given up when the process has died so often while drawing it. */
const mostTries = 3;

/**
 * Draws one paper of the shop at a time, in a process of low priority, and deletes papers a day after they were made
 * (decision 0053). A paper that is not finished at `close` is drawn by the next process.
 */
export function createPaperQueue(shopOf: () => Shop): WorkQueue {
  const stop = new AbortController();
  const queue = createWorkQueue<PaperRow>({
    claimNext: () => claimNext(shopOf()),
    work: (row) => (row.state === 'running' ? draw(shopOf(), row, stop.signal) : expire(shopOf(), row)),
    nextDue: () => selectNextDue(shopOf().database.read),
    maxAtOnce: 1,
    clock: () => shopOf().clock(),
    log: lateLog(shopOf),
    failure: 'a catalogue, price list or wall labels could not be drawn',
  });
  return {
    ...queue,
    close() {
      stop.abort();
      return queue.close();
    },
  };
}

function claimNext(shop: Shop): Promise<PaperRow | undefined> {
  return shop.database.write(async (tx) => {
    await lockPapers(tx);
    const now = shop.clock();
    const expired = await selectExpired(tx, now);
    if (expired) {
      // If its file cannot be removed now, the queue tries again later and draws other papers meanwhile.
      await updateClaimed(tx, expired, { due_at: now + claimDuration });
      return expired;
    }
    const row = await selectNextToDraw(tx, now);
    if (!row) return undefined;
    const begun = { state: 'running', drawn: 0, tries: row.tries + 1, due_at: now + claimDuration } as const;
    const claim = shop.randomBytes(8).toString('hex');
    if (!(await updateClaimed(tx, row, { ...begun, claim }))) return undefined;
    return { ...row, ...begun, claim };
  });
}

async function expire(shop: Shop, { id }: PaperRow): Promise<void> {
  await paperFiles(shop).remove(id);
  await shop.database.write((tx) => deletePaper(tx, id));
}

async function draw(shop: Shop, row: PaperRow, stop: AbortSignal): Promise<void> {
  const update = (changes: Partial<PaperRow>) => shop.database.write((tx) => updateClaimed(tx, row, changes));
  const expiresAt = () => shop.clock() + paperLifetime;
  if (row.tries > mostTries) {
    await update({ state: 'failed', due_at: expiresAt() });
    return;
  }
  try {
    const made = await makeFile(shop, row, stop);
    if (made && (await update({ ...made, state: 'done', drawn: made.pieces, due_at: expiresAt() }))) return;
    // The paper was cancelled, or another process draws it.
    const current = made && (await selectPaper(shop.database.read, row.id));
    if (made && current?.state !== 'done') await paperFiles(shop).remove(row.id);
  } catch (error) {
    if (stop.aborted) {
      await update({ state: 'waiting', tries: row.tries - 1, due_at: shop.clock() });
      return;
    }
    await update({ state: 'failed', due_at: expiresAt() });
    throw error;
  }
}

/** Draws the PDF of a paper and stores it. Null if the paper was deleted meanwhile, or another process draws it. */
async function makeFile(
  shop: Shop,
  row: PaperRow,
  stop: AbortSignal,
): Promise<Pick<PaperRow, 'pages' | 'bytes' | 'pieces' | 'left_out'> | null> {
  const { content, leftOut } = await findContent(shop, row);
  let reportedAt = shop.clock();
  const cancelled = new AbortController();
  const onDrawn = async (drawn: number) => {
    const isLast = drawn === content.pieces.length;
    if (!isLast && shop.clock() - reportedAt < progressInterval) return;
    reportedAt = shop.clock();
    const due_at = reportedAt + claimDuration + (isLast ? storeTimeout : 0);
    const isKept = await shop.database.write((tx) =>
      updateClaimed(tx, row, { drawn, pieces: content.pieces.length, due_at }),
    );
    if (!isKept) cancelled.abort();
  };
  const drawing = drawInProcess(content, {
    readFile: (path) => shop.media.readFile(path),
    onDrawn,
    signal: AbortSignal.any([stop, cancelled.signal]),
  });
  try {
    const bytes = await paperFiles(shop).store(row.id, Readable.from(drawing.chunks()));
    const { length } = content.pieces;
    return { pages: drawing.pages(), bytes, pieces: length, left_out: JSON.stringify(leftOut) };
  } catch (error) {
    if (cancelled.signal.aborted) return null;
    throw error;
  }
}
