import { createWorkQueue, idleWorkQueue, lateLog, type WorkQueue } from '#server/platform/concurrency/work-queue.ts';
import { dayOfLastQuietHour, nextQuietHour } from '#server/platform/quiet-hour.ts';
import type { NightlyBackupSettings, Settings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { type BackupProcess, createBackupProcess } from './backup-process.ts';
import {
  type BackupRun,
  claimRunAgain,
  deleteRunsBefore,
  insertRun,
  selectRuns,
  updateRun,
} from './backup-runs.queries.ts';
import type { NightlyBackup } from './make-nightly-backup.ts';
import { removeAllAbandoned, silenceOfDead } from './staging.ts';

// Times in milliseconds.
const minute = 60_000;
/** For how long a process may work on a backup before another one begins it again. */
const claimDuration = 6 * 60 * minute;
/** The longest time between two tries. */
const longestDelay = 60 * minute;
/** Days after which the record of a backup is deleted. */
const daysStored = 90;

/**
 * Makes a backup each night, and at the start if the last night has none. If several processes share the database, one of them
 * makes it (docs/behaviour/backups.md). Without BACKUP_TO no backups are made.
 */
export function createNightlyBackups(
  { nightlyBackups }: Pick<Settings, 'nightlyBackups'>,
  shopOf: () => Shop,
  backupProcess: BackupProcess = createBackupProcess(),
): WorkQueue {
  const cleaning = cleanAfterStart(shopOf);
  if (!nightlyBackups) return { ...idleWorkQueue, wake: cleaning.begin, close: async () => cleaning.end() };
  const queue = createWorkQueue<BackupRun>({
    claimNext: () => claimDueRun(shopOf()),
    work: (run) => finishRun(shopOf(), run, nightlyBackups),
    nextDue: () => findNextDue(shopOf()),
    maxAtOnce: 1,
    clock: () => shopOf().clock(),
    log: lateLog(shopOf),
    failure: 'the nightly backup failed; it will be retried',
  });

  async function finishRun(shop: Shop, run: BackupRun, to: NightlyBackupSettings): Promise<void> {
    const { database, dataDirectory, objectStore } = shop.settings;
    const request = { database, dataDirectory, objectStore, nightlyBackups: to, night: run.night, now: run.started_at };
    try {
      const made = await backupProcess.make(request);
      await shop.database.write(async (tx) => {
        await updateRun(tx, run.night, { ...storedOf(made), state: 'done', finished_at: shop.clock() });
        await deleteRunsBefore(tx, Temporal.PlainDate.from(run.night).subtract({ days: daysStored }).toString());
      });
    } catch (error) {
      // Its process may have been killed.
      await removeAllAbandoned(shop.settings);
      const reason = error instanceof Error ? error.message : String(error);
      const next_at = shop.clock() + Math.min(longestDelay, minute * 2 ** run.tries);
      const changes = { state: 'failed' as const, error: reason.slice(0, 500), finished_at: shop.clock(), next_at };
      await shop.database.write((tx) => updateRun(tx, run.night, changes));
      throw error;
    }
  }

  return {
    ...queue,
    wake: () => {
      cleaning.begin();
      queue.wake();
    },
    close: async () => {
      cleaning.end();
      const closed = queue.close();
      backupProcess.end();
      await closed;
    },
  };
}

/**
 * Deletes what killed backups and restores left, once after `begin`, and once more when processes of an earlier container or another
 * machine count as dead.
 */
function cleanAfterStart(shopOf: () => Shop) {
  let timer: NodeJS.Timeout | undefined;
  const clean = () =>
    removeAllAbandoned(shopOf().settings).catch((error: unknown) =>
      shopOf().log.warn({ err: error }, 'what a killed backup left could not be deleted'),
    );
  return {
    begin() {
      if (timer) return;
      timer = setTimeout(() => void clean(), silenceOfDead + minute).unref();
      void clean();
    },
    end: () => clearTimeout(timer),
  };
}

async function findNextDue(shop: Shop): Promise<number> {
  const [last] = await selectRuns(shop.database.read, 1);
  return dueAfter(last, shop.clock(), shop.settings.timeZone);
}

/** When the next backup begins or a failed one is tried again, epoch milliseconds. `last`: the latest run. */
export function dueAfter(last: BackupRun | undefined, now: number, timeZone: string): number {
  if (!last || last.night < dayOfLastQuietHour(now, timeZone)) return now;
  return last.state === 'done' ? nextQuietHour(now, timeZone) : last.next_at;
}

async function claimDueRun(shop: Shop): Promise<BackupRun | undefined> {
  const now = shop.clock();
  const { timeZone } = shop.settings;
  const [last] = await selectRuns(shop.database.read, 1);
  if (dueAfter(last, now, timeZone) > now) return undefined;
  const night = dayOfLastQuietHour(now, timeZone);
  const begun = { state: 'running', started_at: now, finished_at: null, next_at: now + claimDuration } as const;
  if (last && last.night >= night) {
    const isClaimed = await shop.database.write((tx) => claimRunAgain(tx, last, { ...begun }));
    return isClaimed ? { ...last, ...begun, tries: last.tries + 1 } : undefined;
  }
  const run = { night, ...begun, tries: 1, bytes: 0, row_count: 0, media_count: 0, missing_count: 0, error: '' };
  return (await shop.database.write((tx) => insertRun(tx, run))) ? run : undefined;
}

const storedOf = ({ bytes, rows, media, missing, rehearsalError }: NightlyBackup): Partial<BackupRun> => ({
  bytes,
  row_count: rows,
  media_count: media,
  missing_count: missing,
  error: rehearsalError.slice(0, 500),
});
