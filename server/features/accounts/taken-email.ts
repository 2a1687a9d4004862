import { type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import { callerNetwork, countAttempt, type RateLimit } from '#server/features/attempts/attempts.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { selectUserByEmail } from './accounts.queries.ts';
import { selectFormerOwner } from './links.queries.ts';

/**
 * Whether another account has this email, or had it and can still get it back with the link that undoes its change. Otherwise
 * anybody who took over an account could register its former address, and the owner could not undo the change. `userId`: the account
 * that wants the email.
 */
export async function isEmailTaken(
  reader: Reader,
  shop: Pick<Shop, 'clock'>,
  email: string,
  userId = '',
): Promise<boolean> {
  const owner = await selectUserByEmail(reader, email);
  if (owner && owner.id !== userId) return true;
  return (await selectFormerOwner(reader, { email, now: shop.clock(), except: userId })) !== undefined;
}

/**
 * The limit on refusals that say that an email has an account. Who has reached it is refused before it is looked up whether an email is
 * taken; otherwise the refusal of the limit would say it.
 */
export function takenEmailRateLimit(address: string): RateLimit {
  return { subject: `taken email address:${callerNetwork(address)}`, limit: 50, window: durations.signInWindow };
}

/** Counts and returns the refusal (409) of an email that has an account; beyond the limit it is 429. Call it outside of a transaction. */
export async function refuseTakenEmail(shop: Shop, address: string): Promise<Refusal> {
  const limited = await shop.database.write((tx) => countAttempt(tx, shop, [takenEmailRateLimit(address)]));
  return limited ?? refuse('emailTaken');
}
