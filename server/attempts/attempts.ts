import { isIPv6 } from 'node:net';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { Reader, Writer } from '#server/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { deleteAttempts, deleteOlder, insertAttempt, selectAttempts } from './attempts.queries.ts';

/** How often something may be tried: at most `limit` times within any `window` milliseconds. */
export interface Allowance {
  /** Of whom or what, with a prefix that says which allowance it is: `sign-in account:jane@example.com`. */
  subject: string;
  limit: number;
  window: number;
}

/** No allowance has a longer window; milliseconds. */
const longestWindow = 60 * 60_000;

/**
 * 429 when one of the allowances is used up; kept in the database, so restarts and other processes change nothing. Asked through
 * the transaction that an attempt would win, it makes the count exact among processes: no right guess after the last allowed one.
 */
export async function refuseUsedUp(
  shop: Shop,
  allowances: readonly Allowance[],
  reader: Reader = shop.database.read,
): Promise<Refusal | null> {
  if (!shop.settings.rateLimits) return null;
  for (const allowance of allowances) {
    const attempts = await selectAttempts(reader, allowance.subject, shop.clock() - allowance.window);
    if (attempts.length >= allowance.limit) return tooMany(shop, allowance, attempts);
  }
  return null;
}

/**
 * Uses each allowance once, or answers 429 when one is used up. An attempt takes one of `limit` numbered places of its subject
 * and the primary key decides who gets the last one: exact, whatever runs at the same time in whichever process.
 */
export async function countAttempt(shop: Shop, tx: Writer, allowances: readonly Allowance[]): Promise<Refusal | null> {
  if (!shop.settings.rateLimits) return null;
  for (const allowance of allowances) {
    const refused = await takePlace(shop, tx, allowance);
    if (refused) return refused;
  }
  return null;
}

/** The subject begins anew: whoever knows the password has not been guessing. */
export function forgetAttempts(tx: Writer, subject: string): Promise<void> {
  return deleteAttempts(tx, subject, Number.MAX_SAFE_INTEGER);
}

async function takePlace(shop: Shop, tx: Writer, allowance: Allowance): Promise<Refusal | null> {
  const now = shop.clock();
  const { subject, limit, window } = allowance;
  await deleteAttempts(tx, subject, now - window);
  const attempts = await selectAttempts(tx, subject, now - window);
  const taken = new Set(attempts.map((attempt) => attempt.id));
  for (let place = 1; place <= limit; place += 1) {
    const id = `${subject}#${place}`;
    if (taken.has(id) || !(await insertAttempt(tx, { id, subject, at: now }))) continue;
    if (place === 1) await deleteOlder(tx, now - longestWindow);
    return null;
  }
  return tooMany(shop, allowance, attempts);
}

function tooMany(shop: Shop, { window }: Allowance, attempts: readonly { at: number }[]): Refusal {
  const oldest = attempts.reduce((first, attempt) => Math.min(first, attempt.at), shop.clock());
  const seconds = Math.max(1, Math.ceil((oldest + window - shop.clock()) / 1_000));
  return refuse('tooMany', { minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds });
}

/** Who counts as one caller: an IPv4 address, or the /64 network that one IPv6 customer has all of. */
export function callerNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const groups = [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}

const lastInTurn = new WeakMap<Shop, Map<string, Promise<unknown>>>();

/** One after another per subject in this process, so that guesses made at once are counted before the next is looked at. */
export async function inTurn<Answer>(shop: Shop, subject: string, work: () => Promise<Answer>): Promise<Answer> {
  const last = lastInTurn.get(shop) ?? new Map<string, Promise<unknown>>();
  lastInTurn.set(shop, last);
  const turn = (last.get(subject) ?? Promise.resolve()).then(work, work);
  last.set(subject, turn);
  try {
    return await turn;
  } finally {
    if (last.get(subject) === turn) last.delete(subject);
  }
}
