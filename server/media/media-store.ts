import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import sharp from 'sharp';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { Database, Writer } from '#server/database/database.ts';
import { StartRefused } from '#server/database/failures.ts';
import { raiseRevision } from '#server/database/revision.ts';
import type { Settings } from '#server/settings.ts';
import { type CleanPicture, cleanPicture } from './clean-picture.ts';
import { filesOfShop } from './files-of-shop.ts';
import { cleanLogo } from './logo.ts';
import {
  deleteLogo,
  insertPictures,
  isKnownFile,
  type StoredPicture,
  selectPicturesByUrl,
  upsertLogo,
} from './media.queries.ts';
import type { LargeFile, ReceivedFile, StagedFile, StoredFiles } from './stored-files.ts';
import { createVariantMaker, removeFilesOf } from './variants.ts';

export type { StoredPicture } from './media.queries.ts';

/** What a process of another machine has not finished uploading after this long, milliseconds, it never will. */
const uploadPatience = 3_600_000;

/** The bytes, or the file they were received in. */
export type Sent = Buffer | ReceivedFile;

export interface MediaStore {
  /** Writes to the disk what somebody sends, as it comes. Whoever called it discards it in the end, kept or not. */
  receive(content: Readable): Promise<ReceivedFile>;
  discard(file: StagedFile): Promise<void>;
  /** Keeps one picture; its url works at once. Refused: see cleanPicture. */
  keepPicture(sent: Sent, origin?: Origin): Promise<StoredPicture | Refusal>;
  /** All of them, in order, or none: one bad file refuses the whole call, and nothing of it is left behind. */
  keepPictures(files: readonly Sent[], origin?: Origin): Promise<StoredPicture[] | Refusal>;
  /** Keeps the shop's logo and puts it on every page; answers its path. Refused: see cleanLogo. */
  keepLogo(bytes: Buffer, alongside?: (tx: Writer, url: string) => Promise<void>): Promise<string | Refusal>;
  /** Takes the logo off every page. `alongside` is called if there was one. Its file stays, for pages that are open. */
  removeLogo(alongside: (tx: Writer, url: string) => Promise<void>): Promise<void>;
  /** Takes the files of pictures away whose rows are gone. */
  removeFiles(pictures: readonly StoredPicture[]): Promise<void>;
  /** A file by its path, e.g. /media/<hash>/640.avif; null where there is none. */
  readFile(path: string): Promise<Buffer | null>;
  /** As `readFile`, but a large one as it is read by whoever asked. */
  openFile(path: string): Promise<Buffer | LargeFile | null>;
  /**
   * Before the door opens: takes away what processes that died had uploaded without saying so. Throws StartRefused where the
   * place of the files is wrong; one that is away is no reason to stay shut.
   */
  recover(): Promise<void>;
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
  settings: Pick<Settings, 'dataDirectory' | 'objectStore'>;
  database: Database;
  clock: () => number;
  log: Logger;
  /** Those of the settings unless given. */
  files?: StoredFiles;
}

/** Pictures and the logo, as files named by their content (stored-files.ts), and as rows that say they are there. */
export function createMediaStore(needs: MediaNeeds): MediaStore {
  const { settings, database, clock, log, files = filesOfShop(settings) } = needs;
  // One core for pictures, the others for people; and no picture is kept unpacked for a second look.
  sharp.concurrency(1);
  sharp.cache(false);
  const variants = createVariantMaker({ files, database, clock, log });
  const inTurn = createTurns();
  // In turn: what one undoes, another may be about to keep.
  const toDisk = createTurns();
  const isKnown = (name: string) => isKnownFile(database.read, `/media/${name}`);
  const publish = (published: readonly NamedFile[], writeRows: () => Promise<void>) =>
    toDisk(() => publishWithRows(files, published, writeRows, isKnown));

  const keepPictures = async (contents: readonly Sent[], origin: Origin = {}) => {
    const staged = await stagePictures(files, contents, inTurn);
    if (isRefusal(staged)) return staged;
    const rows = staged.map(({ picture }, position) => newRow(picture, clock() + position, origin));
    const published = staged.map(({ file, picture }) => ({ file, name: originalName(picture) }));
    await publish(published, () => database.write((tx) => insertPictures(tx, rows)));
    variants.wake();
    return asKept(database, rows);
  };

  return {
    receive: (content) => files.receive(content),
    discard: (file) => files.discard(file),
    keepPictures,
    async keepPicture(sent, origin) {
      const kept = await keepPictures([sent], origin);
      if (isRefusal(kept)) return kept;
      const [picture] = kept;
      if (!picture) throw new Error('one picture in, one out');
      return picture;
    },
    async keepLogo(bytes, alongside) {
      const logo = await inTurn(() => cleanLogo(bytes));
      if (isRefusal(logo)) return logo;
      const name = `${logo.hash}/logo.${logo.extension}`;
      const file = await files.stage(logo.bytes);
      await publish([{ file, name }], () =>
        database.write(async (tx) => {
          await upsertLogo(tx, `/media/${name}`, clock());
          await alongside?.(tx, `/media/${name}`);
          await raiseRevision(tx);
        }),
      );
      return `/media/${name}`;
    },
    async removeLogo(alongside) {
      await database.write(async (tx) => {
        const url = await deleteLogo(tx);
        if (url === null) return;
        await alongside(tx, url);
        await raiseRevision(tx);
      });
    },
    async removeFiles(pictures) {
      for (const picture of pictures) await removeFilesOf(files, picture);
    },
    readFile: async (path) => (isMediaPath(path) ? files.read(path.slice('/media/'.length)) : null),
    openFile: async (path) => (isMediaPath(path) ? files.open(path.slice('/media/'.length)) : null),
    async recover() {
      try {
        await files.prepare();
        await files.recover(clock() - uploadPatience, isKnown);
      } catch (error) {
        if (error instanceof StartRefused) throw error;
        log.warn({ err: error }, 'unfinished uploads stay');
      }
    },
    start: () => variants.start(),
    makeVariants: () => variants.makeAll(),
    close: () => variants.close(),
  };
}

/** The rows as they are: what was known before keeps its variants. */
async function asKept({ read }: Database, rows: readonly StoredPicture[]): Promise<StoredPicture[]> {
  const urls = rows.map((row) => row.url);
  const kept = new Map((await selectPicturesByUrl(read, urls)).map((row) => [row.url, row]));
  return rows.map((row) => kept.get(row.url) ?? row);
}

interface NamedFile {
  file: StagedFile;
  name: string;
}

/**
 * All of the files with their rows, or none. A process that dies before the rows are there leaves a note of the files, by which
 * the next start takes them away; so does one whose disk or database fails it altogether.
 */
async function publishWithRows(
  files: StoredFiles,
  published: readonly NamedFile[],
  writeRows: () => Promise<void>,
  isKnown: (name: string) => Promise<boolean>,
): Promise<void> {
  const discardAll = () => Promise.all(published.map(({ file }) => files.discard(file)));
  const note = await files.note(published.map(({ name }) => name)).catch(async (error: unknown) => {
    await discardAll();
    throw error;
  });
  try {
    for (const { file, name } of published) await files.publish(file, name);
    await writeRows();
  } catch (error) {
    await discardAll();
    for (const { name } of published) if (!(await isKnown(name))) await files.remove(name);
    await files.discard(note);
    throw error;
  }
  await files.discard(note);
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
  contents: readonly Sent[],
  inTurn: ReturnType<typeof createTurns>,
): Promise<StagedPicture[] | Refusal> {
  const staged: StagedPicture[] = [];
  const discard = () => Promise.all(staged.map(({ file }) => files.discard(file)));
  try {
    for (const content of contents) {
      const kept = await stagePicture(files, content, inTurn);
      if (isRefusal(kept)) {
        await discard();
        return kept;
      }
      staged.push(kept);
    }
    return staged;
  } catch (error) {
    await discard();
    throw error;
  }
}

async function stagePicture(
  files: StoredFiles,
  content: Sent,
  inTurn: ReturnType<typeof createTurns>,
): Promise<StagedPicture | Refusal> {
  const received = Buffer.isBuffer(content) ? await files.receive(Readable.from([content])) : content;
  let isKept = false;
  try {
    const picture = await inTurn(() => cleanPicture(received));
    if (isRefusal(picture)) return picture;
    isKept = picture.bytes === null;
    const file = picture.bytes === null ? received : await files.stage(picture.bytes);
    return { file, picture: { ...picture, bytes: null } };
  } finally {
    if (!isKept) await files.discard(received);
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
