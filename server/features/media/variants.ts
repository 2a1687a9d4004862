import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { variantWidths } from '#contract/media.ts';
import { isOutage, recordFailure, selectResting } from '#server/platform/concurrency/failed-work.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ProcessKilled } from '#server/platform/failures.ts';
import type { FileStorage } from '#server/platform/object-storage/file-storage.ts';
import { createEncoder, type Encoder } from './encoder.ts';
import {
  finishPicture,
  insertThumbnail,
  type StoredPicture,
  selectPicturesByUrl,
  selectUnfinished,
  selectWithoutThumbnail,
  type Variant,
} from './media.queries.ts';
import { storedNameOf } from './stored-name.ts';

/** How many pictures have their rows written together. Each write makes cached pages stale, so one per picture would be too many. */
const picturesPerWrite = 4;
/** Milliseconds between two searches for pictures that another process left unfinished. */
const sweepInterval = 60_000;

/** A variant that need not be encoded, because its file is part of the shop. */
export interface PreparedVariant {
  /** Pixels. */
  width: number;
  format: 'avif' | 'webp';
  /** Null: the original has this width and format. */
  file: URL | null;
}

/** Returns the prepared variants of the picture with this hash, narrowest first; null if there are none. */
export type FindPrepared = (hash: string) => readonly PreparedVariant[] | null;

interface VariantMakerOptions {
  files: FileStorage;
  database: Database;
  clock: () => number;
  log: Logger;
  findPrepared: FindPrepared;
}

interface WorkContext extends VariantMakerOptions {
  encoder: Encoder;
  stop: AbortSignal;
}

export interface VariantMaker {
  start(): void;
  /** Call when there are new pictures. Does nothing before `start`. */
  wake(): void;
  /** Tries to make all missing variants, one at a time, and resolves when each picture has been tried. */
  makeAll(): Promise<void>;
  /** Stops at once. Missing variants are made after the next start. */
  close(): Promise<void>;
}

/**
 * Makes the responsive variants in the background, one at a time, in a separate process. After a crash it continues with the
 * first variant whose file is missing. Two shop processes that make the same variants write the same files.
 */
export function createVariantMaker(options: VariantMakerOptions): VariantMaker {
  let running: Promise<void> | null = null;
  let isWoken = false;
  let isStarted = false;
  const stop = new AbortController();
  const encoder = createEncoder();
  let sweep: NodeJS.Timeout | undefined;

  const run = (from: 'oldest' | 'newest'): Promise<void> => {
    isWoken = running !== null;
    running ??= work({ ...options, encoder, stop: stop.signal }, from)
      .catch((error: unknown) =>
        options.log.error({ err: error }, 'making picture variants was interrupted; the next sweep continues'),
      )
      .finally(() => {
        running = null;
        encoder.end();
        if (isWoken && !stop.signal.aborted) void run('oldest');
      });
    return running;
  };

  return {
    start() {
      isStarted = true;
      void run('oldest');
      // Begins with the newest. The process that stored the pictures begins with the oldest, so the two rarely make the same
      // variant.
      sweep = setInterval(() => void (running ?? run('newest')), sweepInterval);
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

async function work(context: WorkContext, from: 'oldest' | 'newest'): Promise<void> {
  const { database, clock, log, stop } = context;
  const failed = await selectResting(database.read, 'pictures', clock());
  let made: { picture: StoredPicture; variants: Variant[] }[] = [];
  const write = async () => {
    await writeFinished(context, made);
    made = [];
  };
  while (!stop.aborted) {
    const except = [...failed, ...made.map(({ picture }) => picture.hash)];
    const bare = await selectWithoutThumbnail(database.read, except);
    const picture = bare ?? (await selectUnfinished(database.read, except, from));
    if (!picture) break;
    try {
      const prepared = context.findPrepared(picture.hash);
      const variants = bare
        ? null
        : await (prepared ? publishPrepared(context, picture, prepared) : makeVariants(context, picture));
      if (bare) await makeThumbnail(context, bare);
      else if (variants) made.push({ picture, variants });
    } catch (error) {
      if (stop.aborted) break;
      // An encoder that was killed says something about the picture: it may need more memory than there is.
      if (isOutage(error) && !(error instanceof ProcessKilled)) {
        // The next picture would fail, too. The next sweep continues here.
        log.warn({ err: error }, 'no picture variants can be made now; the next sweep continues');
        break;
      }
      if (!(await exists(database, picture))) {
        await removeFilesOf(context.files, picture);
        continue;
      }
      // Pages show the original.
      const item = picture.hash;
      const { given_up_at } = await recordFailure(database, { queue: 'pictures', item, error, now: clock() });
      const next = given_up_at === null ? 'it is tried again' : 'it was given up';
      log.error({ err: error, picture: picture.url }, `the variants of a picture could not be made; ${next}`);
      failed.push(picture.hash);
    }
    if (made.length >= picturesPerWrite) await write();
  }
  await write();
}

async function writeFinished(
  { files, database, clock }: VariantMakerOptions,
  made: readonly { picture: StoredPicture; variants: Variant[] }[],
): Promise<void> {
  if (made.length === 0) return;
  await database.write(async (tx) => {
    let isChanged = false;
    for (const { picture, variants } of made) {
      if (await finishPicture(tx, picture.hash, variants, clock())) isChanged = true;
    }
    if (isChanged) tx.raiseRevision();
  });
  for (const { picture } of made) if (!(await exists(database, picture))) await removeFilesOf(files, picture);
}

/** Whether a picture still has its row: it may have been deleted while its variants were made. */
async function exists(database: Database, picture: StoredPicture): Promise<boolean> {
  return (await selectPicturesByUrl(database.read, [picture.url])).length > 0;
}

/** Deletes the original, its variants and its link preview. */
export async function removeFilesOf(files: FileStorage, picture: StoredPicture): Promise<void> {
  const [original = '', ...others] = fileNamesOf(picture);
  await Promise.all(others.map((name) => files.remove(name)));
  await files.remove(original);
}

/** The names of all files that a picture can have, first the original. */
export function fileNamesOf({ hash, url, width }: StoredPicture): string[] {
  const variants = widthsFor(width).flatMap((wide) => [`${wide}.avif`, `${wide}.webp`]);
  return [storedNameOf(url), ...[...variants, 'preview.jpg'].map((name) => `${hash}/${name}`)];
}

/** Makes the smallest variant of a picture, by which staff groups photographs long before all variants are made. */
async function makeThumbnail(context: WorkContext, picture: StoredPicture): Promise<void> {
  const [thumbnail] = (await makeVariants(context, picture, widthsFor(picture.width).slice(0, 1), ['webp'])) ?? [];
  if (thumbnail) await context.database.write((tx) => insertThumbnail(tx, picture.hash, thumbnail));
  if (!(await exists(context.database, picture))) await removeFilesOf(context.files, picture);
}

/** Publishes those prepared variants of a picture that are missing and returns all; null when stopped before the last one. */
async function publishPrepared(
  { files, stop }: WorkContext,
  picture: StoredPicture,
  prepared: readonly PreparedVariant[],
): Promise<Variant[] | null> {
  const variants: Variant[] = [];
  for (const { width, format, file } of prepared) {
    if (stop.aborted) return null;
    const name = file ? `${picture.hash}/${width}.${format}` : storedNameOf(picture.url);
    if (file && !(await files.isPublished(name))) await files.publish(await files.stage(await readFile(file)), name);
    variants.push({ type: `image/${format}`, width, url: `/media/${name}` });
  }
  return variants;
}

/** Makes those variants of a picture that are missing and returns all; null when stopped before the last one. */
async function makeVariants(
  { files, encoder, stop }: WorkContext,
  picture: StoredPicture,
  widths = widthsFor(picture.width),
  formats: readonly ('avif' | 'webp')[] = ['avif', 'webp'],
): Promise<Variant[] | null> {
  const variants: Variant[] = [];
  const widest = Math.max(...widths);
  let original: Buffer | null = null;
  for (const width of widths) {
    for (const format of formats) {
      if (stop.aborted) return null;
      const name = `${picture.hash}/${width}.${format}`;
      if (!(await files.isPublished(name))) {
        original ??= await files.read(storedNameOf(picture.url));
        if (!original) throw new Error('the original is missing');
        const variant = await encoder.encode({ original, widest, width, format });
        await files.publish(await files.stage(variant), name);
      }
      variants.push({ type: `image/${format}`, width, url: `/media/${name}` });
    }
  }
  return variants;
}

/**
 * Widths of the variants in pixels: the standard widths up to the picture's own, and its own width if it is below the widest
 * standard one.
 */
export function widthsFor(own: number): number[] {
  const steps = variantWidths.filter((width) => width <= own);
  const widest = variantWidths[variantWidths.length - 1] ?? own;
  return own < widest && !steps.some((width) => width === own) ? [...steps, own] : steps;
}
