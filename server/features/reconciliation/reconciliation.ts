import { type Refusal, refuse } from '#contract/errors.ts';
import { deleteOldEvents } from '#server/features/payments/payments.ts';
import { createWorkQueue, idleWorkQueue, lateLog, type WorkQueue } from '#server/platform/concurrency/work-queue.ts';
import { nextQuietHour } from '#server/platform/quiet-hour.ts';
import type { Settings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { compareWithProcessor } from './compare.ts';
import { claimJob, insertJob, type JobName, type JobRow, selectJobs, updateJob } from './jobs.queries.ts';
import { fetchUndelivered } from './undelivered-events.ts';

export { exampleDifferenceEmails } from './difference-emails.ts';
export { wordsOf } from './differences.ts';

// Milliseconds.
const minute = 60_000;
const day = 24 * 60 * minute;
/** For how long a process may work on a job before another one begins it anew. */
const claimDuration = 15 * minute;
const longestDelay = 60 * minute;
/** How long events that were handled are stored (docs/behaviour/payments.md, 33); longer than the processor lists them. */
const eventsStored = 90 * day;

interface Job {
  run(shop: Shop, job: JobRow): Promise<void>;
  /** When the job runs next, epoch milliseconds; asked after each run and before the first one. */
  nextTime(shop: Shop): number;
}

const jobs: Readonly<Record<JobName, Job>> = {
  comparison: {
    run: async (shop) => {
      if (shop.processor) await compareWithProcessor(shop, shop.processor);
    },
    nextTime: (shop) => nextQuietHour(shop.clock(), shop.settings.timeZone),
  },
  'undelivered events': {
    run: async (shop, { done_at }) => {
      if (shop.processor) await fetchUndelivered(shop, shop.processor, done_at);
    },
    nextTime: (shop) => shop.clock() + minute,
  },
  'old events': {
    run: (shop) => shop.database.write((tx) => deleteOldEvents(tx, shop.clock() - eventsStored)),
    nextTime: (shop) => nextQuietHour(shop.clock(), shop.settings.timeZone),
  },
};
// `jobs` has exactly these keys.
const jobNames = Object.keys(jobs) as JobName[];

/** The queue of the jobs that run regularly without a request. With simulated payments it has no work. */
export function createReconciliation({ stripe }: Pick<Settings, 'stripe'>, shopOf: () => Shop): WorkQueue {
  if (!stripe) return idleWorkQueue;
  return createWorkQueue<JobRow>({
    claimNext: () => claimDueJob(shopOf()),
    work: (job) => runJob(shopOf(), job),
    nextDue: async () => (await selectJobs(shopOf().database.read))[0]?.next_at ?? null,
    maxAtOnce: jobNames.length,
    clock: () => shopOf().clock(),
    log: lateLog(shopOf),
    failure: 'the shop could not ask the processor; it will be retried',
  });
}

async function claimDueJob(shop: Shop): Promise<JobRow | undefined> {
  for (;;) {
    const known = await selectJobs(shop.database.read);
    if (known.length < jobNames.length) await addJobs(shop);
    const [due] = known;
    const now = shop.clock();
    if (!due || due.next_at > now) return undefined;
    if (await shop.database.write((tx) => claimJob(tx, due, now + claimDuration))) return due;
  }
}

async function addJobs(shop: Shop): Promise<void> {
  await shop.database.write(async (tx) => {
    for (const name of jobNames) await insertJob(tx, name, jobs[name].nextTime(shop));
  });
}

async function runJob(shop: Shop, job: JobRow): Promise<void> {
  const { run, nextTime } = jobs[job.name];
  const begunAt = shop.clock();
  try {
    await run(shop, job);
  } catch (error) {
    const next_at = shop.clock() + Math.min(longestDelay, minute * 2 ** Math.min(job.tries, 10));
    const reason = error instanceof Error ? error.message : String(error);
    await shop.database.write((tx) => updateJob(tx, job.name, { next_at, error: reason.slice(0, 500) }));
    throw error;
  }
  const changes = { next_at: nextTime(shop), tries: 0, done_at: begunAt, error: '' };
  await shop.database.write((tx) => updateJob(tx, job.name, changes));
}

/** Compares with the processor in the background as soon as possible. Refuses (409) with simulated payments. */
export async function beginComparison(shop: Shop): Promise<null | Refusal> {
  if (!shop.processor) return refuse('noProcessor');
  await addJobs(shop);
  await shop.database.write(async (tx) => {
    await updateJob(tx, 'comparison', { next_at: shop.clock(), tries: 0 });
    tx.afterCommit(shop.reconciliation.wake);
  });
  return null;
}
