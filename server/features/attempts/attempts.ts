import { type Refusal, refuse } from '#contract/errors.ts';
import { createKeyedSerialQueue, type KeyedSerialQueue } from '#server/platform/concurrency/serial-queue.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { deleteAttempts, deleteOlder, insertAttempt, selectAttempts } from './attempts.queries.ts';

export { callerNetwork } from '#server/platform/http/client-network.ts';

/** At most `limit` attempts within any `window` milliseconds. */
export interface RateLimit {
  /**
   * What is limited, with a prefix that names the limit: `sign-in account:jane@example.com`. The database has only a hash of it, so that no
   * address stays there when an account is deleted.
   */
  subject: string;
  limit: number;
  window: number;
}

/** The parts of a shop that rate limits need. */
type Counting = Pick<Shop, 'settings' | 'clock'>;

/** The longest window of any rate limit, in milliseconds. */
const longestWindow = 24 * 60 * 60_000;

/**
 * Refuses (429) when one of the rate limits is reached. Attempts are counted in the database, so restarts and other processes
 * do not change the count. Call it again inside the transaction that completes a sign-in: then no sign-in succeeds after the
 * last allowed failure, whichever process counted that failure.
 */
export async function checkRateLimit(
  reader: Reader,
  shop: Counting,
  rateLimits: readonly RateLimit[],
): Promise<Refusal | null> {
  if (!shop.settings.rateLimits) return null;
  for (const rateLimit of rateLimits) {
    const subject = hashOfToken(rateLimit.subject);
    const attempts = await selectAttempts(reader, subject, shop.clock() - rateLimit.window);
    if (attempts.length >= rateLimit.limit) return refuseTooMany(shop, rateLimit, attempts);
  }
  return null;
}

/**
 * Counts one attempt under each rate limit, or refuses (429) when one is reached. An attempt is a row with one of `limit`
 * numbers of its subject. The primary key decides which of several concurrent attempts gets the last number, so the count is
 * exact across processes.
 */
export async function countAttempt(
  tx: Writer,
  shop: Counting,
  rateLimits: readonly RateLimit[],
): Promise<Refusal | null> {
  if (!shop.settings.rateLimits) return null;
  for (const rateLimit of rateLimits) {
    const refused = await insertNumberedAttempt(tx, shop, rateLimit);
    if (refused) return refused;
  }
  return null;
}

/** Attempts that are not stored yet, by subject. */
const unwritten = new WeakMap<Shop, Map<string, number>>();

/**
 * Counts one attempt of a request that only reads, or refuses it (429). The attempt is stored after the answer (decision 0065). So the
 * count is exact in one process, and several processes may let a few more attempts pass that are made at the same moment.
 */
export async function countRead(shop: Shop, rateLimit: RateLimit): Promise<Refusal | null> {
  if (!shop.settings.rateLimits) return null;
  const counts = unwritten.get(shop) ?? new Map<string, number>();
  unwritten.set(shop, counts);
  const { subject, limit, window } = rateLimit;
  const add = (count: number) => counts.set(subject, (counts.get(subject) ?? 0) + count);
  // Counted before the first await, so that calls at the same moment see each other.
  add(1);
  const attempts = await selectAttempts(shop.database.read, hashOfToken(subject), shop.clock() - window);
  if (attempts.length + (counts.get(subject) ?? 0) > limit) {
    add(-1);
    return refuseTooMany(shop, rateLimit, attempts);
  }
  shop.backgroundWrites.add(`an attempt: ${subject}`, async (tx) => {
    tx.afterCommit(() => add(-1));
    await insertNumberedAttempt(tx, shop, rateLimit);
  });
  return null;
}

/** Deletes the attempts of a subject, after a success. */
export function clearAttempts(tx: Writer, subject: string): Promise<void> {
  return deleteAttempts(tx, hashOfToken(subject), Number.MAX_SAFE_INTEGER);
}

async function insertNumberedAttempt(tx: Writer, shop: Counting, rateLimit: RateLimit): Promise<Refusal | null> {
  const now = shop.clock();
  const { limit, window } = rateLimit;
  const subject = hashOfToken(rateLimit.subject);
  await deleteAttempts(tx, subject, now - window);
  const attempts = await selectAttempts(tx, subject, now - window);
  const taken = new Set(attempts.map((attempt) => attempt.id));
  for (let number = 1; number <= limit; number += 1) {
    const id = `${subject}#${number}`;
    if (taken.has(id) || !(await insertAttempt(tx, { id, subject, at: now }))) continue;
    if (number === 1) await deleteOlder(tx, now - longestWindow);
    return null;
  }
  return refuseTooMany(shop, rateLimit, attempts);
}

function refuseTooMany(shop: Counting, { window }: RateLimit, attempts: readonly { at: number }[]): Refusal {
  const oldest = attempts.reduce((first, attempt) => Math.min(first, attempt.at), shop.clock());
  const seconds = Math.max(1, Math.ceil((oldest + window - shop.clock()) / 1_000));
  const minutes = Math.ceil(seconds / 60);
  const details = { retryAfterSeconds: seconds };
  return minutes === 1 ? refuse('tooManyForNow', {}, details) : refuse('tooMany', { minutes }, details);
}

const queues = new WeakMap<Shop, KeyedSerialQueue>();

/**
 * Runs `work` after every earlier `work` of the same subject in this process has ended. So each guess is counted before the next
 * one is verified.
 */
export function runExclusive<Answer>(shop: Shop, subject: string, work: () => Promise<Answer>): Promise<Answer> {
  const run = queues.get(shop) ?? createKeyedSerialQueue();
  queues.set(shop, run);
  return run(subject, work);
}
