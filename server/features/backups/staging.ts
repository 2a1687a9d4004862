import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { incoming } from '#server/platform/object-storage/file-storage.ts';
import { removeAbandonedFiles, temporaryFileName } from '#server/platform/object-storage/temporary-files.ts';
import type { Settings } from '#server/settings.ts';

/** Milliseconds between two signs of life of a process that works in a staging folder. */
const signInterval = 60_000;
/** Milliseconds after its last sign of life when a process of another machine, or of an earlier container, counts as dead. */
export const silenceOfDead = 10 * signInterval;
/** Milliseconds after which what an earlier version of the shop left is deleted: its names do not tell the process, and it gave no signs. */
const ageOfUnknown = 24 * 3_600_000;

/** The folders of backups and restores below DATA_DIR. */
const stagingNames = /^(?:backup|restore)-in-the-making-(.+)$/;
/** A backup that is being written beside its place: `.<name>.backup-in-the-making-…`. */
const draftNames = /^\..+\.backup-in-the-making-(.+)$/;

/** The name of the draft of a backup that is to be called `name`. */
export const draftName = (name: string) => `.${name}.backup-in-the-making-${temporaryFileName()}`;

/**
 * Runs `work` with the path of a new folder below `directory`, which only this user can open, and deletes the folder. Deletes first what
 * killed processes left there.
 */
export async function withStaging<Result>(
  directory: string,
  purpose: 'backup' | 'restore',
  work: (staging: string) => Promise<Result>,
): Promise<Result> {
  await removeAbandoned(directory, stagingNames);
  const staging = join(directory, `${purpose}-in-the-making-${temporaryFileName()}`);
  await mkdir(staging, { mode: 0o700 });
  const sign = () => void utimes(staging, new Date(), new Date()).catch(() => undefined);
  const timer = setInterval(sign, signInterval).unref();
  try {
    return await work(staging);
  } finally {
    clearInterval(timer);
    // Again, if something that was under way is written meanwhile.
    await rm(staging, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

/** Deletes the unfinished backups that killed processes left in a folder. */
export const removeAbandonedDrafts = (directory: string) => removeAbandoned(directory, draftNames);

/** Deletes everything that killed backups and restores left in DATA_DIR and in the folder of BACKUP_TO; files of running ones stay. */
export async function removeAllAbandoned({
  dataDirectory,
  nightlyBackups,
}: Pick<Settings, 'dataDirectory' | 'nightlyBackups'>): Promise<void> {
  await removeAbandoned(dataDirectory, stagingNames);
  await removeIncoming(dataDirectory);
  if (nightlyBackups && 'directory' in nightlyBackups.place) await removeIncoming(nightlyBackups.place.directory);
}

/** Deletes the copies that were being stored in a folder of backups, or sent to a bucket. */
export async function removeIncoming(directory: string): Promise<void> {
  await removeAbandonedFiles(join(directory, incoming), { before: Date.now() - ageOfUnknown });
  await removeAbandonedDrafts(join(directory, incoming));
}

async function removeAbandoned(directory: string, names: RegExp): Promise<void> {
  const now = Date.now();
  await removeAbandonedFiles(directory, { before: now - silenceOfDead, names, beforeOfUnknown: now - ageOfUnknown });
}
