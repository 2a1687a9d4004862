import type { Logger } from 'pino';
import { variantWidths } from '#contract/media.ts';
import type { Database } from '#server/database/database.ts';
import { raiseRevision } from '#server/database/revision.ts';
import { createEncoder, type Encoder } from './encoder.ts';
import {
  finishPicture,
  type StoredPicture,
  selectPicturesByUrl,
  selectUnfinished,
  type Variant,
} from './media.queries.ts';
import { StoreAway } from './store-away.ts';
import type { StoredFiles } from './stored-files.ts';

/** Pictures finished together: each write ends the kept pages once, and a visitor need not wait for the last picture. */
const picturesPerWrite = 4;
/** How often a process looks for pictures that another one left, milliseconds. */
const sweepEvery = 60_000;

interface Workshop {
  files: StoredFiles;
  database: Database;
  clock: () => number;
  log: Logger;
}

/** What one stretch of work needs beside. */
interface Bench extends Workshop {
  encoder: Encoder;
  stop: AbortSignal;
}

export interface VariantMaker {
  start(): void;
  /** There are new pictures; of no effect before `start`. */
  wake(): void;
  /** Makes every variant that is missing, one after another; answers when none is. */
  makeAll(): Promise<void>;
  /** Stops at once; what is missing then is made after the next start. */
  close(): Promise<void>;
}

/**
 * Makes the responsive variants, one at a time, outside of every request and of this process. The files are its memory: after
 * a crash it goes on with the first one missing. Two processes that make the same picture write the same files.
 */
export function createVariantMaker(workshop: Workshop): VariantMaker {
  let running: Promise<void> | null = null;
  let wokenMeanwhile = false;
  let isStarted = false;
  const stop = new AbortController();
  const encoder = createEncoder();
  let sweep: NodeJS.Timeout | undefined;

  const run = (from: 'oldest' | 'newest'): Promise<void> => {
    wokenMeanwhile = running !== null;
    running ??= work({ ...workshop, encoder, stop: stop.signal }, from)
      .catch((error: unknown) => workshop.log.error({ err: error }, 'picture variants wait: the work was interrupted'))
      .finally(() => {
        running = null;
        encoder.end();
        if (wokenMeanwhile && !stop.signal.aborted) void run('oldest');
      });
    return running;
  };

  return {
    start() {
      isStarted = true;
      void run('oldest');
      // From the other end than the process that took the pictures in: the two meet in the middle.
      sweep = setInterval(() => void (running ?? run('newest')), sweepEvery);
      sweep.unref();
    },
    wake() {
      if (isStarted) void run('oldest');
    },
    async makeAll() {
      while (running !== null) await running;
      await run('oldest');
    },
    async close() {
      stop.abort();
      encoder.end();
      clearInterval(sweep);
      await running;
    },
  };
}

async function work(bench: Bench, from: 'oldest' | 'newest'): Promise<void> {
  const { database, log, stop } = bench;
  const failed: string[] = [];
  let made: { picture: StoredPicture; variants: Variant[] }[] = [];
  const write = async () => {
    await writeFinished(bench, made);
    made = [];
  };
  while (!stop.aborted) {
    const except = [...failed, ...made.map(({ picture }) => picture.hash)];
    const picture = await selectUnfinished(database.read, except, from);
    if (!picture) break;
    try {
      const variants = await makeVariants(bench, picture);
      if (variants) made.push({ picture, variants });
    } catch (error) {
      if (stop.aborted) break;
      if (error instanceof StoreAway) {
        // The next would fail, too: the next sweep goes on here.
        log.warn({ err: error }, 'picture variants wait for their store');
        break;
      }
      if (!(await isThere(database, picture))) {
        await removeFilesOf(bench.files, picture);
        continue;
      }
      // The original is served in their place; the next sweep tries again.
      log.error({ err: error, picture: picture.url }, 'variants of a picture could not be made');
      failed.push(picture.hash);
    }
    if (made.length >= picturesPerWrite) await write();
  }
  await write();
}

async function writeFinished(
  { files, database, clock }: Workshop,
  made: readonly { picture: StoredPicture; variants: Variant[] }[],
): Promise<void> {
  if (made.length === 0) return;
  await database.write(async (tx) => {
    let isNews = false;
    for (const { picture, variants } of made) {
      if (await finishPicture(tx, picture.hash, variants, clock())) isNews = true;
    }
    if (isNews) await raiseRevision(tx);
  });
  for (const { picture } of made) if (!(await isThere(database, picture))) await removeFilesOf(files, picture);
}

/** False: it was taken away while its variants were made. */
async function isThere(database: Database, picture: StoredPicture): Promise<boolean> {
  return (await selectPicturesByUrl(database.read, [picture.url])).length > 0;
}

/** The original and every variant there is of it. */
export async function removeFilesOf(files: StoredFiles, picture: StoredPicture): Promise<void> {
  const variants = widthsFor(picture.width).flatMap((width) => [`${width}.avif`, `${width}.webp`]);
  await Promise.all(variants.map((name) => files.remove(`${picture.hash}/${name}`)));
  await files.remove(picture.url.slice('/media/'.length));
}

/** Null when stopped before the last one. */
async function makeVariants({ files, encoder, stop }: Bench, picture: StoredPicture): Promise<Variant[] | null> {
  const variants: Variant[] = [];
  const widths = widthsFor(picture.width);
  const widest = Math.max(...widths);
  let original: Buffer | null = null;
  for (const width of widths) {
    for (const format of ['avif', 'webp'] as const) {
      if (stop.aborted) return null;
      const name = `${picture.hash}/${width}.${format}`;
      if (!(await files.exists(name))) {
        original ??= await files.read(picture.url.slice('/media/'.length));
        if (!original) throw new Error('the original is missing');
        const variant = await encoder.encode({ original, widest, width, format });
        await files.publish(await files.stage(variant), name);
      }
      variants.push({ type: `image/${format}`, width, url: `/media/${name}` });
    }
  }
  return variants;
}

/** The steps below the picture's own width, and its own where no step is wider than it. */
export function widthsFor(own: number): number[] {
  const steps = variantWidths.filter((width) => width <= own);
  const widest = variantWidths[variantWidths.length - 1] ?? own;
  return own < widest && !steps.some((width) => width === own) ? [...steps, own] : steps;
}
