import type { SecondFactorNeeded, SignInReply } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import type { PasskeyAnswer, PasskeyRequestOptions } from '#contract/passkeys.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { hashOfToken } from '#server/platform/token-hash.ts';
import type { Shop } from '#server/shop.ts';
import { lockUserRow, selectUser, type UserRow } from './accounts.queries.ts';
import { deleteChallengesOf, deleteExpiredChallenges, insertChallenge, selectChallenge } from './challenges.queries.ts';
import { findDeviceMark } from './known-device.ts';
import { requestPasskey } from './passkeys.ts';
import { hasSecondFactor, usableFactors } from './second-factor.ts';
import { checkProof, limitProofs, type Proof, proofLimits } from './second-factor-proofs.ts';
import { type Caller, presentSession, startSession } from './start-session.ts';
import { newToken } from './tokens.ts';

/**
 * Creates a challenge that `completeSecondStep` accepts once, within ten minutes; a passkey signs the same challenge. Returns null if
 * the password is enough.
 */
export async function openChallenge(tx: Writer, shop: Shop, user: UserRow): Promise<SecondFactorNeeded | null> {
  if (!(await hasSecondFactor(tx, user))) return null;
  const { token, tokenHash } = newToken(shop);
  const now = shop.clock();
  await deleteExpiredChallenges(tx, user.id, now);
  await insertChallenge(tx, {
    token_hash: tokenHash,
    user_id: user.id,
    expires_at: now + durations.secondFactor,
    purpose: 'sign-in',
  });
  return { secondFactor: await usableFactors(tx, shop, user), challenge: token };
}

/**
 * The options with which a browser asks for a passkey of the account that is signing in. Refuses a challenge that is unknown, used or
 * expired (400), and an account without a passkey that works here (409).
 */
export async function beginPasskeySignIn(shop: Shop, challenge: string): Promise<PasskeyRequestOptions | Refusal> {
  const { read } = shop.database;
  const account = await findChallenged(read, shop, hashOfToken(challenge));
  return account ? requestPasskey(read, shop, account, challenge) : refuse('secondFactorExpired');
}

/**
 * Starts the session of a sign-in whose password was right. After a wrong code or passkey the challenge stays valid; a right one ends all
 * challenges of the account. Refuses an unknown, used or expired challenge (400), a wrong code or passkey (403), and every one after ten
 * wrong ones within an hour (429). A browser that has signed in before has a limit of its own (decision 0012).
 */
export async function completeSecondStep(
  shop: Shop,
  {
    challenge,
    code = '',
    passkey,
  }: { challenge: string; code?: string | undefined; passkey?: PasskeyAnswer | undefined },
  caller: Caller,
): Promise<SignInReply | Refusal> {
  const tokenHash = hashOfToken(challenge);
  const account = await findChallenged(shop.database.read, shop, tokenHash);
  if (!account) return refuse('secondFactorExpired');
  const proof: Proof = passkey ? { passkey, challenge } : { code };
  const limits = proofLimits(account.id, findDeviceMark(caller.device.marks, account));
  const complete = async (tx: Writer) => {
    const user = await lockUserRow(tx, account.id);
    // Read again, because another call may have used it before the lock.
    if (!user || !(await findChallenged(tx, shop, tokenHash))) return refuse('secondFactorExpired');
    const refused = await checkProof(tx, shop, { user, proof, limits });
    if (refused) return refused;
    await deleteChallengesOf(tx, user.id);
    return startSession(tx, shop, user, caller, passkey ? 'passkey' : 'code');
  };
  const session = await limitProofs(shop, { given: proof, limits }, () => shop.database.write(complete));
  return isRefusal(session) ? session : presentSession(shop, session, caller);
}

async function findChallenged(reader: Reader, shop: Shop, tokenHash: string): Promise<UserRow | undefined> {
  const known = await selectChallenge(reader, { purpose: 'sign-in', tokenHash, now: shop.clock() });
  const user = known && (await selectUser(reader, known.user_id));
  return user?.blocked_at === null ? user : undefined;
}
