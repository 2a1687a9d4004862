import { chmod, copyFile, link, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { prepareDirectory } from '#server/platform/files/durable-directory.ts';
import { type FileStorage, incoming } from '#server/platform/object-storage/file-storage.ts';
import { createLocalStorage } from '#server/platform/object-storage/local-storage.ts';
import { createObjectStorage } from '#server/platform/object-storage/object-storage.ts';
import { temporaryFileName } from '#server/platform/object-storage/temporary-files.ts';
import type { NightlyBackupSettings, Settings } from '#server/settings.ts';
import { makeBackup } from './make-backup.ts';
import { rehearseRestore } from './restore-backup.ts';
import { removeIncoming, withStaging } from './staging.ts';

export interface NightlyBackupRequest extends Pick<Settings, 'database' | 'dataDirectory' | 'objectStore'> {
  nightlyBackups: NightlyBackupSettings;
  /** As 2026-11-23. */
  night: string;
  /** Epoch milliseconds. */
  now: number;
}

export interface NightlyBackup {
  /** Size of the encrypted file. */
  bytes: number;
  rows: number;
  media: number;
  /** Media files that the database refers to and that do not exist. */
  missing: number;
  /** Why the backup could not be restored into a temporary database; empty if it could. */
  rehearsalError: string;
}

/**
 * Writes an encrypted backup to the place of the settings, restores it into a temporary database, which compares every row and
 * file, and deletes the oldest backups there beyond the number to keep. From a folder the stored file is restored; for a bucket it is
 * the local file that was sent, because a download each night could cost money. A backup that could not be restored deletes
 * none (docs/behaviour/backups.md). Throws if no backup was stored.
 */
export async function makeNightlyBackup(request: NightlyBackupRequest): Promise<NightlyBackup> {
  const { nightlyBackups, dataDirectory, night, now } = request;
  const { passphrase, workFactor, kept } = nightlyBackups;
  const folder = folderOf(nightlyBackups);
  const storage = storageOf(nightlyBackups, dataDirectory);
  await removeIncoming(folder ?? dataDirectory);
  return withStaging(dataDirectory, 'backup', async (work) => {
    // In a folder it is written where it stays, so there is no copy of it: only its name changes.
    const draft = { path: join(folder ?? dataDirectory, incoming, temporaryFileName()) };
    await mkdir(dirname(draft.path), { recursive: true });
    const { tables, media, missing } = await makeBackup(request, draft.path, now, { passphrase, workFactor });
    const { size: bytes } = await stat(draft.path);
    // What is sent to a bucket is deleted; the rehearsal reads it by a second name.
    const sent = join(work, nameOf(night));
    // Some file systems have no hard links.
    if (folder === null) await link(draft.path, sent).catch(() => copyFile(draft.path, sent));
    // Another user may fetch it from the folder; its content is encrypted.
    else await chmod(draft.path, 0o644);
    await storage.publish(draft, nameOf(night));
    const stored = folder === null ? sent : join(folder, nameOf(night));
    const rehearsalError = await rehearse(stored, join(work, 'rehearsal'), passphrase);
    if (rehearsalError === '') await removeOldest(storage, kept);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { bytes, rows, media: media.length, missing: missing.length, rehearsalError };
  });
}

/** Restores the backup into a temporary database in `directory`. Returns why that is not possible, or ''. */
async function rehearse(file: string, directory: string, passphrase: string): Promise<string> {
  try {
    await rehearseRestore(file, directory, { identityFile: null, passphrase });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function removeOldest(storage: FileStorage, kept: number): Promise<void> {
  const names = (await storage.list()).map(({ name }) => name).filter((name) => ownName.test(name));
  for (const name of names.toSorted().slice(0, -kept)) await storage.remove(name);
}

const nameOf = (night: string) => `lacquer-${night}.tar.age`;
const ownName = /^lacquer-\d{4}-\d\d-\d\d\.tar\.age$/;

const folderOf = ({ place }: NightlyBackupSettings) => ('directory' in place ? place.directory : null);

function storageOf({ place }: NightlyBackupSettings, dataDirectory: string): FileStorage {
  if (!('directory' in place)) return createObjectStorage(place, dataDirectory);
  prepareDirectory(place.directory, 'BACKUP_TO');
  return createLocalStorage(place.directory);
}
