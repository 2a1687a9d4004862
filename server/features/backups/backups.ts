// Of this feature, other features and the composition use only this file.
import type { Backups } from '#contract/backups.ts';
import { nextQuietHour } from '#server/platform/quiet-hour.ts';
import type { Say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { type BackupRun, selectLastDone, selectLastGood, selectRuns } from './backup-runs.queries.ts';
import { dueAfter } from './nightly-backups.ts';

export { type Disk, findDisks, isNearlyFull } from './disks.ts';
export { createNightlyBackups } from './nightly-backups.ts';

const runsListed = 30;
/** Milliseconds after which the last backup is too old: a night was missed. */
const lateAfter = 50 * 60 * 60_000;
/** Owners are told of a failure after this many tries. */
const triesBeforeTold = 3;

/** The nightly backups of the last month, the latest first (docs/behaviour/backups.md). */
export async function findBackups(shop: Shop): Promise<Backups> {
  const { nightlyBackups, timeZone } = shop.settings;
  if (!nightlyBackups) return { to: null, kept: null, nextAt: null, runs: [] };
  const runs = await selectRuns(shop.database.read, runsListed);
  const isRunning = runs[0]?.state === 'running';
  const now = shop.clock();
  const nextAt = isRunning ? nextQuietHour(now, timeZone) : dueAfter(runs[0], now, timeZone);
  return {
    to: 'directory' in nightlyBackups.place ? 'folder' : 'bucket',
    kept: nightlyBackups.kept,
    nextAt: new Date(nextAt).toISOString(),
    runs: runs.map(presentRun),
  };
}

/** How the last nightly backup went. `unrestorable`: it was stored, but could not be restored. `none`: none was begun yet. */
export const backupResults = ['good', 'unrestorable', 'failed', 'running', 'none'] as const;

export interface BackupStatus {
  result: (typeof backupResults)[number];
  /** When the last backup that could be restored was begun, epoch milliseconds; null if there is none. */
  lastGoodAt: number | null;
}

/** The state of the nightly backups for programs; null if BACKUP_TO is not set. */
export async function findBackupStatus(shop: Shop): Promise<BackupStatus | null> {
  if (!shop.settings.nightlyBackups) return null;
  const { read } = shop.database;
  const [[last], good] = await Promise.all([selectRuns(read, 1), selectLastGood(read)]);
  return { result: resultOf(last), lastGoodAt: good?.started_at ?? null };
}

function resultOf(last: BackupRun | undefined): BackupStatus['result'] {
  if (!last) return 'none';
  if (last.state !== 'done') return last.state;
  return last.error === '' ? 'good' : 'unrestorable';
}

export interface BackupTrouble {
  /** Why the shop has no good backup of the last night. */
  reason: string;
  /** Epoch milliseconds of the last backup that could be restored; null if there is none. */
  lastGoodAt: number | null;
}

/** What is wrong with the nightly backups; null if nothing is wrong, and if BACKUP_TO is not set. */
export async function findBackupTrouble(shop: Shop, say: Say): Promise<BackupTrouble | null> {
  if (!shop.settings.nightlyBackups) return null;
  const { read } = shop.database;
  const [[last], done, good] = await Promise.all([selectRuns(read, 1), selectLastDone(read), selectLastGood(read)]);
  const lastGoodAt = good?.started_at ?? null;
  if (last?.state === 'failed' && last.tries >= triesBeforeTold) return { reason: last.error, lastGoodAt };
  if (done && done.error !== '')
    return { reason: say('It could not be restored: {error}', { error: done.error }), lastGoodAt };
  const isLate = last && shop.clock() - (done ?? last).started_at > lateAfter;
  return isLate ? { reason: say('No backup was made for two nights.'), lastGoodAt } : null;
}

function presentRun(run: BackupRun): Backups['runs'][number] {
  return {
    night: run.night,
    state: run.state,
    startedAt: new Date(run.started_at).toISOString(),
    finishedAt: run.finished_at === null ? null : new Date(run.finished_at).toISOString(),
    bytes: run.bytes,
    rows: run.row_count,
    media: run.media_count,
    missing: run.missing_count,
    isRehearsed: run.state === 'done' && run.error === '',
    error: run.error,
  };
}
