import type { Logger } from 'pino';
import sharp from 'sharp';
import { variantWidths } from '#contract/media.ts';
import type { Database } from '#server/database/database.ts';
import { raiseRevision } from '#server/database/revision.ts';
import { decodingLimits } from './clean-picture.ts';
import { finishPicture, type StoredPicture, selectUnfinished, type Variant } from './media.queries.ts';
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

export interface VariantMaker {
  start(): void;
  /** There are new pictures; of no effect before `start`. */
  wake(): void;
  /** Makes every variant that is missing, one after another; answers when none is. */
  makeAll(): Promise<void>;
  /** Stops between two encodings; what is missing then is made after the next start. */
  close(): Promise<void>;
}

/**
 * Makes the responsive variants, one at a time on one core, outside of every request. The files are its memory: after a
 * crash it goes on with the first one missing. Two processes that make the same picture write the same files.
 */
export function createVariantMaker(workshop: Workshop): VariantMaker {
  let running: Promise<void> | null = null;
  let wokenMeanwhile = false;
  let isStarted = false;
  const stop = new AbortController();
  let sweep: NodeJS.Timeout | undefined;

  const run = (from: 'oldest' | 'newest'): Promise<void> => {
    wokenMeanwhile = running !== null;
    running ??= work(workshop, from, stop.signal)
      .catch((error: unknown) => workshop.log.error({ err: error }, 'picture variants wait: the work was interrupted'))
      .finally(() => {
        running = null;
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
      clearInterval(sweep);
      await running;
    },
  };
}

async function work(workshop: Workshop, from: 'oldest' | 'newest', stop: AbortSignal): Promise<void> {
  const failed: string[] = [];
  let made: { picture: StoredPicture; variants: Variant[] }[] = [];
  const write = async () => {
    await writeFinished(workshop, made);
    made = [];
  };
  while (!stop.aborted) {
    const except = [...failed, ...made.map(({ picture }) => picture.hash)];
    const picture = await selectUnfinished(workshop.database.read, except, from);
    if (!picture) break;
    try {
      const variants = await makeVariants(workshop.files, picture, stop);
      if (variants) made.push({ picture, variants });
    } catch (error) {
      // The original is served in their place; the next sweep tries again.
      workshop.log.error({ err: error, picture: picture.url }, 'variants of a picture could not be made');
      failed.push(picture.hash);
    }
    if (made.length >= picturesPerWrite) await write();
  }
  await write();
}

async function writeFinished(
  { database, clock }: Workshop,
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
}

/** Null when stopped before the last one. */
async function makeVariants(files: StoredFiles, picture: StoredPicture, stop: AbortSignal): Promise<Variant[] | null> {
  const variants: Variant[] = [];
  let pixels: Pixels | undefined;
  for (const width of widthsFor(picture.width)) {
    for (const format of ['avif', 'webp'] as const) {
      if (stop.aborted) return null;
      const name = `${picture.hash}/${width}.${format}`;
      if (!(await files.exists(name))) {
        pixels ??= await decode(files, picture);
        await files.publish(await files.stage(await encode(pixels, width, format)), name);
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

interface Pixels {
  bytes: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/** Unpacked once at the widest step, in the colours of the web, for all its encodings. */
async function decode(files: StoredFiles, picture: StoredPicture): Promise<Pixels> {
  const original = await files.read(picture.url.slice('/media/'.length));
  if (!original) throw new Error('the original is missing');
  const { data: bytes, info } = await sharp(original, decodingLimits)
    .autoOrient()
    .resize({ width: Math.min(picture.width, 2048) })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { bytes, raw: { width: info.width, height: info.height, channels: info.channels } };
}

function encode({ bytes, raw }: Pixels, width: number, format: 'avif' | 'webp'): Promise<Buffer> {
  const resized = sharp(bytes, { raw }).resize({ width });
  return (format === 'avif' ? resized.avif({ quality: 50, effort: 2 }) : resized.webp({ quality: 78 })).toBuffer();
}
