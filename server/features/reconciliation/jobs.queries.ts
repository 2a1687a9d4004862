import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { ProcessorJobsTable } from '#server/platform/database/payment-tables.ts';

export type JobRow = ProcessorJobsTable;
export type JobName = JobRow['name'];

/** Stores a job; does nothing if it is stored already. */
export async function insertJob(tx: Writer, name: JobName, next_at: number): Promise<void> {
  await tx
    .insertInto('processor_jobs')
    .values({ name, next_at, tries: 0, done_at: null, error: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** All jobs, the next one first. There are only as many as names, so the table needs no index besides its key. */
export function selectJobs(reader: Reader): Promise<JobRow[]> {
  return reader.selectFrom('processor_jobs').selectAll().orderBy('next_at').orderBy('name').execute();
}

/** Claims a job for this process until `claimedUntil`. False if another process has claimed it since it was read. */
export async function claimJob(tx: Writer, job: JobRow, claimedUntil: number): Promise<boolean> {
  const result = await tx
    .updateTable('processor_jobs')
    .set({ next_at: claimedUntil, tries: job.tries + 1 })
    .where('name', '=', job.name)
    .where('next_at', '=', job.next_at)
    .where('tries', '=', job.tries)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function updateJob(tx: Writer, name: JobName, changes: Partial<JobRow>): Promise<void> {
  await tx.updateTable('processor_jobs').set(changes).where('name', '=', name).execute();
}
