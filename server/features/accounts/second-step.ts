import type { SecondFactorNeeded, SignInReply } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import type { RateLimit } from '#server/features/attempts/attempts.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { lockUserRow, selectUser, type UserRow } from './accounts.queries.ts';
import { findDeviceMark } from './known-device.ts';
import { deleteChallengesOf, insertChallenge, selectChallenge } from './second-factor.queries.ts';
import { checkCode, codeRateLimit, hasSecondFactor, limitCodes } from './second-factor.ts';
import { type Caller, presentSession, startSession } from './start-session.ts';
import { hashOfToken, newToken } from './tokens.ts';

/** Null if the password is enough. Otherwise a challenge that `completeSecondStep` takes once, within ten minutes. */
export async function openChallenge(tx: Writer, shop: Shop, user: UserRow): Promise<SecondFactorNeeded | null> {
  if (!(await hasSecondFactor(tx, user))) return null;
  const { token, tokenHash } = newToken(shop);
  const now = shop.clock();
  await deleteChallengesOf(tx, user.id, now);
  await insertChallenge(tx, { token_hash: tokenHash, user_id: user.id, expires_at: now + durations.secondFactor });
  return { secondFactor: ['totp'], challenge: token };
}

/**
 * Starts the session of a sign-in whose password was right. A wrong code leaves the challenge; a right one ends all challenges
 * of the account. Refuses an unknown, used or expired challenge (400), a wrong code (403), and any code after ten wrong ones in
 * an hour (429), which a browser that has signed in before has for itself (decision 0012).
 */
export async function completeSecondStep(
  shop: Shop,
  { challenge, code }: { challenge: string; code: string },
  caller: Caller,
): Promise<SignInReply | Refusal> {
  const tokenHash = hashOfToken(challenge);
  const { read } = shop.database;
  const known = await selectChallenge(read, tokenHash, shop.clock());
  const account = known && (await selectUser(read, known.user_id));
  if (!account) return refuse('secondFactorExpired');
  const rateLimit = rateLimitOf(account, caller);
  const complete = async (tx: Writer) => {
    const user = await lockUserRow(tx, account.id);
    // Read again, because another call may have used it before the lock.
    if (!user || user.blocked_at !== null || !(await selectChallenge(tx, tokenHash, shop.clock())))
      return refuse('secondFactorExpired');
    const refused = await checkCode(tx, shop, { user, code, rateLimit });
    if (refused) return refused;
    await deleteChallengesOf(tx, user.id);
    return startSession(tx, shop, user, caller);
  };
  const session = await limitCodes(shop, rateLimit, () => shop.database.write(complete));
  return isRefusal(session) ? session : presentSession(shop, session, caller);
}

function rateLimitOf(user: UserRow, { device }: Caller): RateLimit {
  const mark = findDeviceMark(device.marks, user);
  const limit = codeRateLimit(user.id);
  return mark === null ? limit : { ...limit, subject: `second factor device:${hashOfToken(mark)}` };
}
