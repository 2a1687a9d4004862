import type { BackupRunsTable } from '#server/platform/database/backup-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';

export type BackupRun = BackupRunsTable;

/** The last `limit` runs, the latest first. */
export function selectRuns(reader: Reader, limit: number): Promise<BackupRun[]> {
  return reader.selectFrom('backup_runs').selectAll().orderBy('night', 'desc').limit(limit).execute();
}

/** The last run that stored a backup, whether or not it could be restored. */
export function selectLastDone(reader: Reader): Promise<BackupRun | undefined> {
  return lastDone(reader).executeTakeFirst();
}

/** The last run whose backup could be restored. */
export function selectLastGood(reader: Reader): Promise<BackupRun | undefined> {
  return lastDone(reader).where('error', '=', '').executeTakeFirst();
}

const lastDone = (reader: Reader) =>
  reader.selectFrom('backup_runs').selectAll().where('state', '=', 'done').orderBy('night', 'desc').limit(1);

/** Begins the run of a night. False if another process has begun it. */
export async function insertRun(tx: Writer, run: BackupRun): Promise<boolean> {
  const result = await tx
    .insertInto('backup_runs')
    .values(run)
    .onConflict((conflict) => conflict.column('night').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Begins again a run that failed or whose process has ended. False if another process has begun it since it was read. */
export async function claimRunAgain(tx: Writer, run: BackupRun, changes: Partial<BackupRun>): Promise<boolean> {
  const result = await tx
    .updateTable('backup_runs')
    .set({ ...changes, tries: run.tries + 1 })
    .where('night', '=', run.night)
    .where('tries', '=', run.tries)
    .where('state', '=', run.state)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function updateRun(tx: Writer, night: string, changes: Partial<BackupRun>): Promise<void> {
  await tx.updateTable('backup_runs').set(changes).where('night', '=', night).execute();
}

/** Deletes the runs of nights before `before`, which is a date as 2026-11-23. */
export async function deleteRunsBefore(tx: Writer, before: string): Promise<void> {
  await tx.deleteFrom('backup_runs').where('night', '<', before).execute();
}
