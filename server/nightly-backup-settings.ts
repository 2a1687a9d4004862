import { resolve } from 'node:path';
import { BadSetting } from './bad-setting.ts';
import { type ObjectStorePlace, objectStoreOf } from './object-store-settings.ts';

/** Backups that the shop makes by itself (docs/behaviour/backups.md). */
export interface NightlyBackupSettings {
  /** A bucket, or a directory with an absolute path. */
  place: ObjectStorePlace | { directory: string };
  passphrase: string;
  /** Only tests set it, to make the derivation of the key from the passphrase faster (see BackupLock). */
  workFactor?: number | undefined;
  /** How many backups are stored; older ones are deleted. */
  kept: number;
}

/** Reads BACKUP_TO and BACKUP_KEEP; null without BACKUP_TO. Throws BadSetting. */
export function nightlyBackupsOf(
  environment: Readonly<Record<string, string | undefined>>,
  passphrase: string | null,
): NightlyBackupSettings | null {
  const { BACKUP_TO: to, BACKUP_KEEP: kept = '' } = environment;
  if (!to) return null;
  if (passphrase === null)
    throw new BadSetting('BACKUP_TO needs BACKUP_PASSPHRASE beside it: nightly backups are encrypted');
  if (!/^([1-9]\d{0,2})?$/.test(kept)) throw new BadSetting('BACKUP_KEEP must be a number from 1 to 999');
  return { place: placeOf(environment, to), passphrase, kept: Number(kept || 30) };
}

function placeOf(
  environment: Readonly<Record<string, string | undefined>>,
  to: string,
): NightlyBackupSettings['place'] {
  const bucket = to.startsWith('s3://') ? objectStoreOf(environment, 'BACKUP_TO') : null;
  if (bucket) return bucket;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(to)) throw new BadSetting('BACKUP_TO must be a folder or start with s3://');
  return { directory: resolve(to) };
}
