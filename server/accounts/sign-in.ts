import type { SignInReply } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import { foldText } from '#contract/text.ts';
import {
  type Allowance,
  callerNetwork,
  countAttempt,
  forgetAttempts,
  inTurn,
  refuseUsedUp,
} from '#server/attempts/attempts.ts';
import type { Writer } from '#server/database/database.ts';
import type { Device } from '#server/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { insertUser, lockUserRow, selectUserByEmail, type UserRow, updateUser } from './accounts.queries.ts';
import { activityPoints } from './accounts.ts';
import { deviceAllowance, findMark, newMark } from './known-device.ts';
import { newUserRow } from './new-user.ts';
import { presentProfile } from './present-user.ts';
import { deleteExpiredSessions, insertSession } from './sessions.queries.ts';
import { newToken } from './tokens.ts';

export interface Caller {
  address: string;
  userAgent: string;
  device: Device;
}

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Refused: unknown email 404, wrong password 401, and 429 after 10 failures in 15 minutes per account or 50 per address
 * (CONTRACT.md, POST /auth). Only failures count, and a success clears the account's. A browser that has signed in to the
 * account before has ten failures of its own instead, so nobody elsewhere keeps its owner out (decision 0012).
 */
export async function signIn(
  shop: Shop,
  { email, password }: Credentials,
  caller: Caller,
): Promise<SignInReply | Refusal> {
  const mark = await markFor(shop, email, caller.device);
  const account = mark === null ? accountAllowance(email) : deviceAllowance(mark);
  const allowances = mark === null ? [account, addressAllowance(caller.address)] : [account];
  return inTurn(shop, account.subject, async () => {
    const usedUp = await refuseUsedUp(shop, allowances);
    if (usedUp) return usedUp;
    const known = await selectUserByEmail(shop.database.read, email);
    if (!known) return (await countFailure(shop, [addressAllowance(caller.address)])) ?? refuse('userNotFound');
    if (!(await shop.passwords.verify(password, known.password_hash))) {
      return (await countFailure(shop, allowances)) ?? refuse('incorrectPassword');
    }
    return openSession(shop, known, allowances, caller);
  });
}

/** 201. Refused (409) when the email has an account; emails compare without regard to case. */
export async function register(
  shop: Shop,
  { name, email, password }: Credentials & { name: string },
  caller: Caller,
): Promise<SignInReply | Refusal> {
  if (await selectUserByEmail(shop.database.read, email)) return refuse('emailTaken');
  const passwordHash = await shop.passwords.hash(password);
  const begun = await shop.database.write(async (tx) => {
    if (await selectUserByEmail(tx, email)) return refuse('emailTaken');
    const row = newUserRow(shop, { name, email, passwordHash, isAdmin: false });
    await insertUser(tx, row);
    return { row, token: await beginSession(shop, tx, row.id, caller) };
  });
  return isRefusal(begun) ? begun : signedIn(shop, begun.row, begun.token, caller);
}

/** Failures to sign in to one account, forgotten as soon as somebody does, or sets a new password by email. */
export function accountAllowance(email: string): Allowance {
  return { subject: `sign-in account:${foldText(email)}`, limit: 10, window: durations.signInWindow };
}

function addressAllowance(address: string): Allowance {
  return { subject: `sign-in address:${callerNetwork(address)}`, limit: 50, window: durations.signInWindow };
}

async function markFor(shop: Shop, email: string, { marks }: Device): Promise<string | null> {
  const known = marks.length > 0 ? await selectUserByEmail(shop.database.read, email) : undefined;
  return known ? findMark(marks, known) : null;
}

/** `allowances`: the first one begins anew by this success. */
async function openSession(
  shop: Shop,
  verified: UserRow,
  allowances: readonly Allowance[],
  caller: Caller,
): Promise<SignInReply | Refusal> {
  const begun = await shop.database.write(async (tx) => {
    const row = await lockUserRow(tx, verified.id);
    if (!row) return refuse('userNotFound');
    // The password may have been changed since it was verified: no session survives that, so none may begin after it.
    if (row.password_hash !== verified.password_hash) return refuse('incorrectPassword');
    // Another process may have counted the last allowed failure meanwhile.
    const usedUp = await refuseUsedUp(shop, allowances, tx);
    if (usedUp) return usedUp;
    for (const { subject } of allowances.slice(0, 1)) await forgetAttempts(tx, subject);
    await deleteExpiredSessions(tx, row.id, shop.clock() - durations.session);
    // Registering is not coming back: it scores nothing.
    const activity_score = row.activity_score + activityPoints.signIn;
    await updateUser(tx, row.id, { activity_score });
    return { row: { ...row, activity_score }, token: await beginSession(shop, tx, row.id, caller) };
  });
  return isRefusal(begun) ? begun : signedIn(shop, begun.row, begun.token, caller);
}

/** Answers the token: shown once, stored only as its hash. */
async function beginSession(shop: Shop, tx: Writer, userId: string, { userAgent }: Caller): Promise<string> {
  const { token, tokenHash } = newToken(shop);
  const now = shop.clock();
  await insertSession(tx, {
    token_hash: tokenHash,
    id: shop.randomBytes(9).toString('hex'),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    device: userAgent.slice(0, 200),
  });
  await updateUser(tx, userId, { last_seen_at: now });
  return token;
}

function countFailure(shop: Shop, allowances: readonly Allowance[]): Promise<Refusal | null> {
  return shop.database.write((tx) => countAttempt(shop, tx, allowances));
}

function signedIn(shop: Shop, row: UserRow, token: string, { device }: Caller): SignInReply {
  device.keep(findMark(device.marks, row) ?? newMark(shop, row));
  return { token, name: row.name, email: row.email, isAdmin: row.is_admin === 1, user: presentProfile(shop, row) };
}
