import { join } from 'node:path';
import type { Logger } from 'pino';
import sharp from 'sharp';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { Database, Writer } from '#server/database/database.ts';
import { StartRefused } from '#server/database/failures.ts';
import { raiseRevision } from '#server/database/revision.ts';
import type { Settings } from '#server/settings.ts';
import { type CleanPicture, cleanPicture } from './clean-picture.ts';
import { cleanLogo } from './logo.ts';
import { insertPictures, type StoredPicture, selectPicturesByUrl, upsertLogo } from './media.queries.ts';
import { localFiles, type StagedFile, type StoredFiles } from './stored-files.ts';
import { createVariantMaker, removeFilesOf } from './variants.ts';

export type { StoredPicture } from './media.queries.ts';

/** What a process that died had not finished uploading is taken away after this long, milliseconds. */
const stagedKept = 3_600_000;

export interface MediaStore {
  /** Keeps one picture; its url works at once. Refused: see cleanPicture. */
  keepPicture(bytes: Buffer, origin?: Origin): Promise<StoredPicture | Refusal>;
  /** All of them, in order, or none: one bad file refuses the whole call, and nothing of it is left behind. */
  keepPictures(files: readonly Buffer[], origin?: Origin): Promise<StoredPicture[] | Refusal>;
  /** Keeps the shop's logo and puts it on every page; answers its path. Refused: see cleanLogo. */
  keepLogo(bytes: Buffer, alongside?: (tx: Writer, url: string) => Promise<void>): Promise<string | Refusal>;
  /** Takes the files of pictures away whose rows are gone. */
  removeFiles(pictures: readonly StoredPicture[]): Promise<void>;
  /** A file by its path, e.g. /media/<hash>/640.avif; null where there is none. */
  readFile(path: string): Promise<Buffer | null>;
  /** Begins to make variants in the background. Not called: originals are served, as in tests. */
  start(): void;
  /** Makes all missing variants now; answers when none is missing. */
  makeVariants(): Promise<void>;
  /** Stops making variants; the rest is made after the next start. */
  close(): Promise<void>;
}

interface Origin {
  isDemo?: boolean;
}

export interface MediaNeeds {
  settings: Pick<Settings, 'dataDirectory' | 'mediaUrl'>;
  database: Database;
  clock: () => number;
  log: Logger;
}

/** Pictures and the logo, as files under DATA_DIR/media named by their content, and as rows that say they are there. */
export function createMediaStore({ settings, database, clock, log }: MediaNeeds): MediaStore {
  if (settings.mediaUrl)
    throw new StartRefused('MEDIA_URL: no object store can be used yet; leave it out to keep pictures in DATA_DIR.');
  // One core for pictures, the others for people; and no picture is kept unpacked for a second look.
  sharp.concurrency(1);
  sharp.cache(false);
  const files = localFiles(join(settings.dataDirectory, 'media'));
  const variants = createVariantMaker({ files, database, clock, log });
  const inTurn = createTurns();

  const keepPictures = async (contents: readonly Buffer[], origin: Origin = {}) => {
    const staged = await stagePictures(files, contents, inTurn);
    if (isRefusal(staged)) return staged;
    for (const { file, picture } of staged) await files.publish(file, originalName(picture));
    const rows = staged.map(({ picture }, position) => newRow(picture, clock() + position, origin));
    await database.write((tx) => insertPictures(tx, rows));
    variants.wake();
    // What was known before keeps its variants.
    const kept = new Map(
      (
        await selectPicturesByUrl(
          database.read,
          rows.map((row) => row.url),
        )
      ).map((row) => [row.url, row]),
    );
    return rows.map((row) => kept.get(row.url) ?? row);
  };

  return {
    keepPictures,
    async keepPicture(bytes, origin) {
      const kept = await keepPictures([bytes], origin);
      if (isRefusal(kept)) return kept;
      const [picture] = kept;
      if (!picture) throw new Error('one picture in, one out');
      return picture;
    },
    async keepLogo(bytes, alongside) {
      const logo = await inTurn(() => cleanLogo(bytes));
      if (isRefusal(logo)) return logo;
      const name = `${logo.hash}/logo.${logo.extension}`;
      await files.publish(await files.stage(logo.bytes), name);
      await database.write(async (tx) => {
        await upsertLogo(tx, `/media/${name}`, clock());
        await alongside?.(tx, `/media/${name}`);
        await raiseRevision(tx);
      });
      return `/media/${name}`;
    },
    async removeFiles(pictures) {
      for (const picture of pictures) await removeFilesOf(files, picture);
    },
    readFile: async (path) => (isMediaPath(path) ? files.read(path.slice('/media/'.length)) : null),
    start() {
      files
        .removeStaged(clock() - stagedKept)
        .catch((error: unknown) => log.warn({ err: error }, 'unfinished uploads stay'));
      variants.start();
    },
    makeVariants: () => variants.makeAll(),
    close: () => variants.close(),
  };
}

/** The only form a path below /media has; nothing else is ever looked for on the disk. */
const isMediaPath = (path: string) =>
  /^\/media\/[0-9a-f]{32}\/(?:original|logo|\d{1,4})\.(?:avif|webp|png|jpg|svg)$/.test(path);

const originalName = (picture: CleanPicture) => `${picture.hash}/original.${picture.extension}`;

interface StagedPicture {
  picture: CleanPicture;
  file: StagedFile;
}

/** Checks and cleans them one by one, so that twenty large ones never stand unpacked beside each other. */
async function stagePictures(
  files: StoredFiles,
  contents: readonly Buffer[],
  inTurn: ReturnType<typeof createTurns>,
): Promise<StagedPicture[] | Refusal> {
  const staged: StagedPicture[] = [];
  const discard = () => Promise.all(staged.map(({ file }) => files.discard(file)));
  try {
    for (const content of contents) {
      const picture = await inTurn(() => cleanPicture(content));
      if (isRefusal(picture)) {
        await discard();
        return picture;
      }
      const file = await files.stage(picture.bytes);
      staged.push({ file, picture: { ...picture, bytes: Buffer.alloc(0) } });
    }
    return staged;
  } catch (error) {
    await discard();
    throw error;
  }
}

function newRow(picture: CleanPicture, at: number, origin: Origin): StoredPicture {
  return {
    hash: picture.hash,
    url: `/media/${originalName(picture)}`,
    width: picture.width,
    height: picture.height,
    placeholder: picture.placeholder,
    variants: [],
    finished_at: null,
    created_at: at,
    is_demo: origin.isDemo ? 1 : 0,
  };
}

/** One heavy thing after another: decoding takes a picture's whole size in memory. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
