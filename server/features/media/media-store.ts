import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { LogoGround } from '#contract/media.ts';
import { createSerialQueue } from '#server/platform/concurrency/serial-queue.ts';
import type { Database, Writer } from '#server/platform/database/database.ts';
import { StartRefused } from '#server/platform/failures.ts';
import { createFileStorage } from '#server/platform/object-storage/create-file-storage.ts';
import type { FileStorage, LargeFile, ReceivedFile, StagedFile } from '#server/platform/object-storage/file-storage.ts';
import type { Settings } from '#server/settings.ts';
import type { CleanPicture } from './clean-picture.ts';
import { type NamedFile, publishWithRows, removeWithRows } from './files-with-rows.ts';
import { cleanLogoInProcess, cleanPictureInProcess, nameIfKilled } from './in-picture-process.ts';
import { createLinkPreviews, type LinkPreviews } from './link-previews.ts';
import {
  deleteLogo,
  insertPictures,
  isKnownFile,
  type StoredPicture,
  selectPicturesByUrl,
  upsertLogo,
} from './media.queries.ts';
import { storedNameOf } from './stored-name.ts';
import { createVariantMaker, type FindPrepared, removeFilesOf } from './variants.ts';

export type { StoredPicture } from './media.queries.ts';

/** Milliseconds after which an unfinished upload of a process on another machine counts as abandoned. */
const uploadTimeout = 3_600_000;

/** The bytes of an upload, or the file that they were received in, `name` being what the sender calls it, or a file that is part of the shop. */
export type Upload = Buffer | (ReceivedFile & { readonly name?: string }) | KnownPicture;

/** A file that is part of the shop, with what `cleanPicture` says about it. It is stored as it is, without being decoded. */
export type KnownPicture = Omit<CleanPicture, 'takenAt'>;

export interface MediaStore {
  /** Streams an upload to the disk. The caller calls `discard` in the end, whether the file was stored or not. */
  receive(content: Readable): Promise<ReceivedFile>;
  discard(file: StagedFile): Promise<void>;
  /** Stores one picture; its URL works at once. Refused: see cleanPicture; a named file whose process was killed (503). */
  keepPicture(upload: Upload, origin?: Origin): Promise<StoredPicture | Refusal>;
  /** Stores all pictures, in order, or none: one bad file refuses the call, and no file of it remains. */
  keepPictures(files: readonly Upload[], origin?: Origin): Promise<StoredPicture[] | Refusal>;
  /**
   * Stores the shop's logo and returns its path. `alongside` runs in the same transaction and is given the new and the former path.
   * Refused: see cleanLogo.
   */
  keepLogo(
    bytes: Buffer,
    alongside?: (tx: Writer, url: string, former: string | null) => Promise<void>,
    ground?: LogoGround,
  ): Promise<string | Refusal>;
  /** Removes the logo; `alongside` runs in the same transaction if there was one. Its file stays, for pages that are open. */
  removeLogo(ground: LogoGround, alongside: (tx: Writer, url: string) => Promise<void>): Promise<void>;
  /** Deletes the files of pictures whose rows are deleted. */
  removeFiles(pictures: readonly StoredPicture[]): Promise<void>;
  /**
   * Deletes pictures whose rows `deleteRows` deletes in its transaction, and then their files, also if the process dies in between.
   * `deleteRows` returns which of `candidates` it has deleted.
   */
  removePictures(
    candidates: readonly StoredPicture[],
    deleteRows: (tx: Writer) => Promise<readonly StoredPicture[]>,
  ): Promise<void>;
  /** A file by its path, e.g. /media/<hash>/640.avif; null when there is none. */
  readFile(path: string): Promise<Buffer | null>;
  /** As `readFile`, but a large file as a stream. Also makes a link preview that does not exist yet. */
  openFile(path: string): Promise<Buffer | LargeFile | null>;
  /**
   * Call before the server listens. Deletes files that dead processes published without writing their rows. Throws
   * StartRefused when the place of the files is wrong; when it is only unavailable, the shop starts all the same.
   */
  recover(): Promise<void>;
  /** Starts to make variants in the background. Without it pages show the originals. */
  start(): void;
  /** Makes all missing variants, and resolves when none is missing. */
  makeVariants(): Promise<void>;
  /** Stops making variants; the missing ones are made after the next start. */
  close(): Promise<void>;
}

interface Origin {
  isDemo?: boolean;
  /** Until something else uses them, the pictures belong only to the intake, which may delete them. */
  isForIntake?: boolean;
  /** Runs in the transaction that stores the pictures. If it throws, no picture is stored. */
  alongside?: (tx: Writer, pictures: readonly KeptPicture[]) => Promise<void>;
}

/** A picture that is being stored. */
export interface KeptPicture {
  hash: string;
  /** When it was taken, by its EXIF, as in exifTime. */
  takenAt: number | null;
}

export interface MediaStoreOptions {
  settings: Pick<Settings, 'dataDirectory' | 'objectStore'>;
  database: Database;
  clock: () => number;
  log: Logger;
  /** By default the place in the settings. */
  files?: FileStorage;
  findPrepared?: FindPrepared;
}

/** Pictures and the logo: files named by a hash of their content (file-storage.ts), and a row for each. */
export function createMediaStore(options: MediaStoreOptions): MediaStore {
  const { settings, database, clock, log, files = createFileStorage(settings), findPrepared = () => null } = options;
  const variants = createVariantMaker({ files, database, clock, log, findPrepared });
  const previews = createLinkPreviews({ files, reader: database.read });
  // A decoded picture is in memory as a whole, so only one is decoded at a time.
  const decodeInTurn = createSerialQueue();
  // Two uploads of the same picture share its files: the undo of one must not delete those of the other.
  const publishInTurn = createSerialQueue();
  const isKnown = (name: string) => isKnownFile(database.read, `/media/${name}`);
  const publish = (published: readonly NamedFile[], writeRows: (tx: Writer) => Promise<void>) =>
    publishInTurn(() => publishWithRows(files, published, () => database.write(writeRows), isKnown));

  const keepPictures = async (contents: readonly Upload[], origin: Origin = {}) => {
    const clean: Clean = (file) => decodeInTurn(() => cleanPictureInProcess(file, origin.isDemo ?? false));
    const staged = await stagePictures(files, contents, { clean, log });
    if (isRefusal(staged)) return staged;
    const pictures = staged.map(({ picture }) => picture);
    const rows = pictures.map((picture, position) => newRow(picture, clock() + position, origin));
    const published = staged.map(({ file, picture }) => ({ file, name: originalName(picture) }));
    await publish(published, async (tx) => {
      await insertPictures(tx, rows);
      await origin.alongside?.(tx, pictures);
      tx.afterCommit(variants.wake);
    });
    return findStored(database, rows);
  };

  return {
    receive: (content) => files.receive(content),
    discard: (file) => files.discard(file),
    keepPictures,
    async keepPicture(upload, origin) {
      const kept = await keepPictures([upload], origin);
      if (isRefusal(kept)) return kept;
      const [picture] = kept;
      if (!picture) throw new Error('keepPictures returned no picture for a file');
      return picture;
    },
    async keepLogo(bytes, alongside, ground = 'light') {
      const logo = await decodeInTurn(() => cleanLogoInProcess(bytes));
      if (isRefusal(logo)) return logo;
      const name = `${logo.hash}/logo.${logo.extension}`;
      const file = await files.stage(logo.bytes);
      await publish([{ file, name }], async (tx) => {
        const former = await upsertLogo(tx, ground, `/media/${name}`, clock());
        await alongside?.(tx, `/media/${name}`, former);
        tx.raiseRevision();
      });
      return `/media/${name}`;
    },
    async removeLogo(ground, alongside) {
      await database.write(async (tx) => {
        const url = await deleteLogo(tx, ground);
        if (url === null) return;
        await alongside(tx, url);
        tx.raiseRevision();
      });
    },
    async removeFiles(pictures) {
      for (const picture of pictures) await removeFilesOf(files, picture);
    },
    removePictures: (candidates, deleteRows) =>
      publishInTurn(() => removeWithRows(files, candidates, () => database.write(deleteRows), isKnown)),
    ...reading(files, previews),
    recover: () =>
      recoverFiles(files, clock() - uploadTimeout, isKnown, (error) =>
        log.warn({ err: error }, 'unfinished uploads could not be removed'),
      ),
    start: () => variants.start(),
    makeVariants: () => variants.makeAll(),
    async close() {
      previews.close();
      await variants.close();
    },
  };
}

/** Deletes what dead processes left. Throws StartRefused when the place of the files is wrong; other errors go to `onFailure`. */
async function recoverFiles(
  files: FileStorage,
  before: number,
  isKnown: (name: string) => Promise<boolean>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  try {
    await files.prepare();
    await files.recover(before, isKnown);
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    onFailure(error);
  }
}

/** The methods that read files. The first request for a link preview waits until it is made. */
function reading(files: FileStorage, previews: LinkPreviews): Pick<MediaStore, 'readFile' | 'openFile'> {
  return {
    readFile: async (path) => (isMediaPath(path) ? files.read(storedNameOf(path)) : null),
    async openFile(path) {
      if (!isMediaPath(path)) return null;
      const name = storedNameOf(path);
      return (await files.open(name)) ?? (name.endsWith('/preview.jpg') ? previews.make(name) : null);
    },
  };
}

/** The stored rows, in the order of `rows`: a picture that was stored before keeps its variants. */
async function findStored({ read }: Database, rows: readonly StoredPicture[]): Promise<StoredPicture[]> {
  const urls = rows.map((row) => row.url);
  const kept = new Map((await selectPicturesByUrl(read, urls)).map((row) => [row.url, row]));
  return rows.map((row) => kept.get(row.url) ?? row);
}

/** The only form of a path below /media. Files are never looked up by any other path. */
const isMediaPath = (path: string) =>
  /^\/media\/[0-9a-f]{32}\/(?:original|logo|preview|\d{1,4})\.(?:avif|webp|png|jpg|svg)$/.test(path);

const originalName = (picture: PictureFacts) => `${picture.hash}/original.${picture.extension}`;

type PictureFacts = Omit<CleanPicture, 'bytes'>;

type Clean = (received: ReceivedFile) => Promise<CleanPicture | Refusal>;

interface Cleaning {
  clean: Clean;
  log: Logger;
}

interface StagedPicture {
  picture: PictureFacts;
  file: StagedFile;
}

/** Checks and cleans the pictures one at a time, so that twenty large ones are never decoded together. */
async function stagePictures(
  files: FileStorage,
  contents: readonly Upload[],
  cleaning: Cleaning,
): Promise<StagedPicture[] | Refusal> {
  const staged: StagedPicture[] = [];
  const discard = () => Promise.all(staged.map(({ file }) => files.discard(file)));
  try {
    for (const content of contents) {
      const kept = await stagePicture(files, content, cleaning);
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
  files: FileStorage,
  content: Upload,
  { clean, log }: Cleaning,
): Promise<StagedPicture | Refusal> {
  if ('bytes' in content) {
    const { bytes, ...facts } = content;
    return { picture: { ...facts, takenAt: null }, file: await files.stage(bytes) };
  }
  const received: Exclude<Upload, Buffer | KnownPicture> = Buffer.isBuffer(content)
    ? await files.receive(Readable.from([content]))
    : content;
  try {
    const { name } = received;
    const picture = await (name === undefined ? clean(received) : nameIfKilled(name, log, () => clean(received)));
    if (isRefusal(picture)) return picture;
    const { bytes, ...facts } = picture;
    return { picture: facts, file: await files.stage(bytes) };
  } finally {
    await files.discard(received);
  }
}

function newRow(picture: PictureFacts, at: number, origin: Origin): StoredPicture {
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
    in_intake: origin.isForIntake ? 1 : 0,
  };
}
