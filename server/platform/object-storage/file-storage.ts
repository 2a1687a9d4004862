import type { Readable } from 'node:stream';

/**
 * Files by name, such as `<hash>/640.avif`, in a directory (local-storage.ts) or an object store (object-storage.ts). A file is
 * staged first and then published in one step, so that readers only ever see complete files. A published file never changes, except
 * that a backup made again replaces the earlier one of its night.
 */
export interface FileStorage {
  /** Called once before all others. Throws StartRefused if the storage is configured wrongly. */
  prepare(): Promise<void>;
  stage(bytes: Uint8Array): Promise<StagedFile>;
  /**
   * Stages a stream without holding it in memory. The content is not synced; sync it before `publish`. If it throws, nothing of the file
   * remains.
   */
  receive(content: Readable): Promise<ReceivedFile>;
  /** Gives a staged file its name. Its content must be synced already, as that of `stage` is. If it throws, the staged file is removed. */
  publish(file: StagedFile, name: string): Promise<void>;
  discard(file: StagedFile): Promise<void>;
  /** The content of the file; null if it does not exist. */
  read(name: string): Promise<Buffer | null>;
  /** Like `read`, but a large file is returned as a stream. */
  open(name: string): Promise<Buffer | LargeFile | null>;
  /** `length` bytes of a file from the byte `start`; null if there is no such file. */
  readPart(name: string, start: number, length: number): Promise<Buffer | null>;
  /**
   * Copies a file to a path of this machine where nothing exists yet. Returns false if there is no such file. If it throws, nothing of the
   * copy remains.
   */
  copyTo(name: string, path: string): Promise<boolean>;
  /** Whether the file is there, and will be after a power cut, also if the process that published it has died since. */
  isPublished(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** All published files, in any order. */
  list(): Promise<ListedFile[]>;
  /**
   * Records the names of files that are published before their database rows are written. The caller discards the note when
   * the rows are committed. If the process dies in between, `recover` finds the files by the note.
   */
  note(names: readonly string[]): Promise<StagedFile>;
  /**
   * Removes what dead processes left behind: staged files and folders, and the noted files for which `isKnown` returns false. A process of
   * another machine counts as dead when its file was last changed before `before`, epoch milliseconds.
   */
  recover(before: number, isKnown: (name: string) => Promise<boolean>): Promise<void>;
}

/** A written file that has no name in the storage yet. */
export interface StagedFile {
  readonly path: string;
}

/** A staged file with what was measured while it was received. */
export interface ReceivedFile extends StagedFile {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, hex. */
  readonly hash: string;
}

/** A file that is streamed, so that many slow readers do not each hold it in memory. */
export interface LargeFile {
  /** Bytes. */
  readonly size: number;
  readonly content: Readable;
}

/** A published file and the time it was written, epoch milliseconds. */
export interface ListedFile {
  readonly name: string;
  readonly changedAt: number;
}

/** Files up to this size, in bytes, are returned whole by `open`. */
export const smallFileSize = 1_048_576;

/** Where temporary files and notes are, in the directory or below the prefix of the bucket. */
export const incoming = 'incoming/';
export const noteSuffix = '.note';

/** The file names in a note. Other lines are ignored: a note that a power cut truncated may contain anything. */
export function namesInNote(note: string): string[] {
  return note.split('\n').filter((name) => /^[0-9a-f]{32}\/[a-z0-9]+\.[a-z]+$/.test(name));
}
