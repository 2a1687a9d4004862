import type { SecondFactorNeeded, SignInReply } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import { foldText } from '#contract/text.ts';
import {
  callerNetwork,
  checkRateLimit,
  clearAttempts,
  countAttempt,
  type RateLimit,
  runExclusive,
} from '#server/features/attempts/attempts.ts';
import type { Device } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { insertUser, lockUserRow, selectUserByEmail, type UserRow } from './accounts.queries.ts';
import { sendConfirmation } from './email-confirmation.ts';
import { deviceRateLimits, findDeviceMark } from './known-device.ts';
import { hashNewPassword, refuseNewPassword } from './new-password.ts';
import { newUserRow } from './new-user.ts';
import { openChallenge } from './second-step.ts';
import { type Caller, insertNewSession, presentSession, startSession } from './start-session.ts';
import { isEmailTaken, refuseTakenEmail, takenEmailRateLimit } from './taken-email.ts';

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Starts a session, or asks an admin for the second factor. Refuses an unknown email (404), a wrong password (401), and any
 * attempt after 10 failures in 15 minutes for one account or 50 for one address (429). Only failures count; a success clears
 * those of the account. A browser that has signed in to the account before has its own 10 failures instead, and 20 together with
 * all other such browsers, so that guesses from elsewhere cannot lock out the owner
 * (docs/behaviour/accounts.md, 4; decision 0012).
 */
export async function signIn(
  shop: Shop,
  { email, password }: Credentials,
  caller: Caller,
): Promise<SignInReply | SecondFactorNeeded | Refusal> {
  const ofDevice = await findDeviceLimits(shop, email, caller.device);
  const rateLimits = ofDevice ?? [accountRateLimit(email), addressRateLimit(caller.address)];
  const [account] = rateLimits;
  const turn = { lane: 'sign-in', caller: callerNetwork(caller.address) } as const;
  // Known browsers wait for each other, because they share a limit.
  return runExclusive(shop, (ofDevice?.[1] ?? account).subject, async () => {
    const limited = await checkRateLimit(shop.database.read, shop, rateLimits);
    if (limited) return limited;
    const user = await selectUserByEmail(shop.database.read, email);
    if (!user) return (await countFailure(shop, [addressRateLimit(caller.address)])) ?? refuse('userNotFound');
    if (!(await shop.passwords.verify(password, user.password_hash, turn))) {
      return (await countFailure(shop, rateLimits)) ?? { ...refuse('incorrectPassword'), account: user.id };
    }
    return completeSignIn(shop, user, { account, rateLimits, caller });
  });
}

/**
 * Creates a customer's account and starts a session. Refuses a password that is easy to guess (400), an email that has an
 * account, whatever its case (409), more than 20 registrations of one client address in an hour, and any after 50 with emails that have
 * accounts (429).
 */
export async function register(
  shop: Shop,
  { name, email, password }: Credentials & { name: string },
  caller: Caller,
): Promise<SignInReply | Refusal> {
  const newPassword = { password, email, field: 'password' } as const;
  const guessable = await refuseNewPassword(shop, newPassword);
  if (guessable) return guessable;
  const rateLimits = [registrationRateLimit(caller.address)];
  const limited = await checkRateLimit(shop.database.read, shop, [...rateLimits, takenEmailRateLimit(caller.address)]);
  if (limited) return limited;
  if (await isEmailTaken(shop.database.read, shop, email)) return refuseTakenEmail(shop, caller.address);
  const turn = { lane: 'registration', caller: callerNetwork(caller.address) } as const;
  const passwordHash = await hashNewPassword(shop, newPassword, turn);
  if (isRefusal(passwordHash)) return passwordHash;
  const session = await shop.database.write(async (tx) => {
    if (await isEmailTaken(tx, shop, email)) return refuse('emailTaken');
    const refused = await countAttempt(tx, shop, rateLimits);
    if (refused) return refused;
    const row = newUserRow(shop, { name, email, passwordHash, role: null, language: caller.pageLanguage });
    await insertUser(tx, row);
    await sendConfirmation(tx, shop, row);
    return { row, token: await insertNewSession(tx, shop, row.id, caller, 'registration') };
  });
  if (isRefusal(session) && session.refused === 'emailTaken') return refuseTakenEmail(shop, caller.address);
  return isRefusal(session) ? session : presentSession(shop, session, caller);
}

/** The limit on failed sign-ins to one account. A sign-in, or a new password set by email, clears its count. */
export function accountRateLimit(email: string): RateLimit {
  return { subject: `sign-in account:${foldText(email)}`, limit: 10, window: durations.signInWindow };
}

function addressRateLimit(address: string): RateLimit {
  return { subject: `sign-in address:${callerNetwork(address)}`, limit: 50, window: durations.signInWindow };
}

function registrationRateLimit(address: string): RateLimit {
  return { subject: `registration address:${callerNetwork(address)}`, limit: 20, window: 60 * 60_000 };
}

/** The limits of a browser that has signed in to the account before; null for any other. */
async function findDeviceLimits(shop: Shop, email: string, { marks }: Device) {
  const user = marks.length > 0 ? await selectUserByEmail(shop.database.read, email) : undefined;
  const mark = user ? findDeviceMark(marks, user) : null;
  return user && mark !== null ? deviceRateLimits(mark, user) : null;
}

interface VerifiedSignIn {
  /** The limit whose count the successful sign-in clears. */
  account: RateLimit;
  rateLimits: readonly RateLimit[];
  caller: Caller;
}

async function completeSignIn(
  shop: Shop,
  verified: UserRow,
  { account, rateLimits, caller }: VerifiedSignIn,
): Promise<SignInReply | SecondFactorNeeded | Refusal> {
  const session = await shop.database.write(async (tx) => {
    const row = await lockUserRow(tx, verified.id);
    if (!row) return refuse('userNotFound');
    // The password may have been changed since it was verified. That change ended every session, so none may start here.
    if (row.password_hash !== verified.password_hash) return { ...refuse('incorrectPassword'), account: row.id };
    // Checked after the password, so that only the owner of the account learns of the block.
    if (row.blocked_at !== null) return { ...refuse('accountBlocked'), account: row.id };
    // Another process may have counted the last allowed failure in the meantime.
    const limited = await checkRateLimit(tx, shop, rateLimits);
    if (limited) return limited;
    await clearAttempts(tx, account.subject);
    return (await openChallenge(tx, shop, row)) ?? startSession(tx, shop, row, caller, 'password');
  });
  return isRefusal(session) || 'challenge' in session ? session : presentSession(shop, session, caller);
}

function countFailure(shop: Shop, rateLimits: readonly RateLimit[]): Promise<Refusal | null> {
  return shop.database.write((tx) => countAttempt(tx, shop, rateLimits));
}
