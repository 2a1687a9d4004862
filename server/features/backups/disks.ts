import { statfs } from 'node:fs/promises';
import type { Settings } from '#server/settings.ts';

/** A disk that the shop writes to. */
export interface Disk {
  /** `data`: that of DATA_DIR. `backups`: that of the folder in BACKUP_TO. Both may be the same disk. */
  place: 'data' | 'backups';
  /** What the shop may still write, bytes. */
  freeBytes: number;
  sizeBytes: number;
}

/** The disks of DATA_DIR and of the folder of BACKUP_TO, as they are now. Those that do not answer are left out. */
export async function findDisks({
  dataDirectory,
  nightlyBackups,
}: Pick<Settings, 'dataDirectory' | 'nightlyBackups'>): Promise<Disk[]> {
  const place = nightlyBackups?.place;
  const disks = await Promise.all([
    readDisk('data', dataDirectory),
    place && 'directory' in place ? readDisk('backups', place.directory) : null,
  ]);
  return disks.filter((disk) => disk !== null);
}

async function readDisk(place: Disk['place'], path: string): Promise<Disk | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return { place, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch {
    // A disk that is not there is told by what the shop could not write: the backup, or its data.
    return null;
  }
}

const gigabyte = 1_000_000_000;

/** Whether less than 1 GB is free, or less than a tenth on a disk below 10 GB. */
export const isNearlyFull = ({ freeBytes, sizeBytes }: Disk): boolean => freeBytes < Math.min(gigabyte, sizeBytes / 10);
