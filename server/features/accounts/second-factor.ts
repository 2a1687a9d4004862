import type { SecondFactorNeeded } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { SecondFactorState } from '#contract/second-factor.ts';
import {
  checkRateLimit,
  clearAttempts,
  countAttempt,
  type RateLimit,
  runExclusive,
} from '#server/features/attempts/attempts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { lockUserRow, selectUserByEmail, type UserRow } from './accounts.queries.ts';
import { appUri, counterOfCode, newAppKey } from './authenticator-app.ts';
import { shareCardKeyId } from './card-key.queries.ts';
import { makeRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import {
  countRecoveryCodes,
  deleteApp,
  insertApp,
  replaceRecoveryCodes,
  selectApp,
  selectIsRequired,
  updateApp,
  updateIsRequired,
} from './second-factor.queries.ts';
import { queueSecondFactorEmail } from './security-emails.ts';

/** The kinds of second factor that this account has. Only accounts of admins have one. */
export async function secondFactorsOf(
  reader: Reader,
  user: Pick<UserRow, 'id' | 'role'>,
): Promise<SecondFactorNeeded['secondFactor']> {
  return (await hasSecondFactor(reader, user)) ? ['totp'] : [];
}

/** Whether signing in to this account needs a second factor. Only accounts of admins have one. */
export async function hasSecondFactor(reader: Reader, user: Pick<UserRow, 'id' | 'role'>): Promise<boolean> {
  return user.role !== null && ((await selectApp(reader, user.id))?.enabled_at ?? null) !== null;
}

/** Whether this is an admin without a second factor, although every admin needs one. */
export async function lacksSecondFactor(reader: Reader, user: Pick<UserRow, 'id' | 'role'>): Promise<boolean> {
  return user.role !== null && (await selectIsRequired(reader)) && !(await hasSecondFactor(reader, user));
}

export async function findSecondFactor(reader: Reader, userId: string): Promise<SecondFactorState> {
  const app = await selectApp(reader, userId);
  return {
    authenticatorApp: app?.enabled_at
      ? { addedAt: timeOf(app.enabled_at), lastUsedAt: app.last_used_at === null ? null : timeOf(app.last_used_at) }
      : null,
    recoveryCodesLeft: await countRecoveryCodes(reader, userId),
    required: await selectIsRequired(reader),
  };
}

/** Creates a key for an authenticator app, which is off until its first code is given. Refuses (409) while one is on. */
export function beginAuthenticatorApp(shop: Shop, userId: string): Promise<{ key: string; uri: string } | Refusal> {
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    if (await hasSecondFactor(tx, user)) return refuse('appIsOn');
    const key = newAppKey(shop.randomBytes);
    await insertApp(tx, {
      user_id: userId,
      key_sealed: shop.cards.seal(userId, 'authenticatorKey', key, await shareCardKeyId(tx)),
      last_counter: 0,
      created_at: shop.clock(),
      enabled_at: null,
      last_used_at: null,
    });
    return { key, uri: appUri(key, { issuer: shop.settings.shopName, label: user.email }) };
  });
}

/**
 * Turns the app on with its first code, and returns new recovery codes. Refuses a wrong code (403), and an app that is on or
 * has no key (409).
 */
export function enableAuthenticatorApp(shop: Shop, userId: string, code: string): Promise<string[] | Refusal> {
  const rateLimit = codeRateLimit(userId);
  const enable = async (tx: Writer) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    const app = await selectApp(tx, userId);
    if (!app) return refuse('appNotBegun');
    if (app.enabled_at !== null) return refuse('appIsOn');
    const refused = await checkCode(tx, shop, { user, code, rateLimit });
    if (refused) return refused;
    await updateApp(tx, userId, { enabled_at: shop.clock() });
    const codes = await makeRecoveryCodes(tx, shop, userId);
    await record(tx, shop, userId, 'second factor added');
    await queueSecondFactorEmail(tx, shop, user, 'added');
    return codes;
  };
  return limitCodes(shop, rateLimit, () => shop.database.write(enable));
}

/** Turns the app off and deletes the recovery codes. */
export function removeAuthenticatorApp(shop: Shop, userId: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    await removeSecondFactor(tx, shop, user);
    return null;
  });
}

/** Removes the second factor of a user, whom the caller has locked. Returns false if there was none. */
export async function removeSecondFactor(tx: Writer, shop: Shop, user: UserRow): Promise<boolean> {
  const had = await hasSecondFactor(tx, user);
  await deleteApp(tx, user.id);
  await replaceRecoveryCodes(tx, user.id, []);
  if (!had) return false;
  await record(tx, shop, user.id, 'second factor removed');
  await queueSecondFactorEmail(tx, shop, user, 'removed');
  return true;
}

/** For the operator, who has no session. Returns false if no account with this address has a second factor. */
export function removeSecondFactorByEmail(shop: Shop, email: string): Promise<boolean> {
  return shop.database.write(async (tx) => {
    const known = await selectUserByEmail(tx, email);
    const user = known && (await lockUserRow(tx, known.id));
    return user ? removeSecondFactor(tx, shop, user) : false;
  });
}

/** Replaces the recovery codes. Refuses (409) an admin without a second factor. */
export function renewRecoveryCodes(shop: Shop, userId: string): Promise<string[] | Refusal> {
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    if (!(await hasSecondFactor(tx, user))) return refuse('noSecondFactor');
    await record(tx, shop, userId, 'recovery codes renewed');
    return makeRecoveryCodes(tx, shop, userId);
  });
}

/** Requires a second factor of every admin, or not. Refuses (409) to require it while the caller has none. */
export function requireSecondFactor(shop: Shop, userId: string, required: boolean): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    if (required && !(await hasSecondFactor(tx, user))) return refuse('noSecondFactor');
    const before = { required: await selectIsRequired(tx) };
    if (before.required === required) return null;
    await updateIsRequired(tx, required);
    const action = 'second factor of admins';
    await recordChange(tx, shop, { adminId: userId, action, subject: 'shop', before, after: { required } });
    return null;
  });
}

/** Wrong codes of one account. A right one clears them. */
export function codeRateLimit(userId: string): RateLimit {
  return { subject: `second factor user:${userId}`, limit: 10, window: 60 * 60_000 };
}

/**
 * Runs `work`, which calls `checkCode`. Counts a refused code, and refuses (429) any code after ten of them in an hour. Not in the
 * transaction of `work`, because that is rolled back when the code is refused.
 */
export async function limitCodes<Answer>(
  shop: Shop,
  rateLimit: RateLimit,
  work: () => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  return runExclusive(shop, rateLimit.subject, async () => {
    const limited = await checkRateLimit(shop.database.read, shop, [rateLimit]);
    if (limited) return limited;
    const answer = await work();
    if (!isRefusal(answer) || (answer.refused !== 'codeWrong' && answer.refused !== 'codeUsed')) return answer;
    return (await shop.database.write((tx) => countAttempt(tx, shop, [rateLimit]))) ?? answer;
  });
}

interface GivenCode {
  /** Locked by the caller's transaction. */
  user: UserRow;
  code: string;
  rateLimit: RateLimit;
}

/**
 * Accepts a code of the authenticator app, no code twice, or a recovery code, which this uses up. Refuses any other (403). Call
 * it within `limitCodes`.
 */
export async function checkCode(tx: Writer, shop: Shop, given: GivenCode): Promise<Refusal | null> {
  const { user, rateLimit } = given;
  // Another process may have counted the last allowed failure in the meantime.
  const limited = await checkRateLimit(tx, shop, [rateLimit]);
  if (limited) return limited;
  const refused = await spendCode(tx, shop, user, given.code.replace(/[\s-]/g, ''));
  if (refused) return { ...refused, account: user.id };
  await clearAttempts(tx, rateLimit.subject);
  return null;
}

async function spendCode(tx: Writer, shop: Shop, user: UserRow, code: string): Promise<Refusal | null> {
  if (/^\d{6}$/.test(code)) return spendAppCode(tx, shop, user, code);
  return (await spendRecoveryCode(tx, user.id, code)) ? null : refuse('codeWrong');
}

async function spendAppCode(tx: Writer, shop: Shop, user: UserRow, code: string): Promise<Refusal | null> {
  const app = await selectApp(tx, user.id);
  if (!app) return refuse('codeWrong');
  const now = shop.clock();
  const counter = counterOfCode(shop.cards.open(user.id, 'authenticatorKey', app.key_sealed), code, now);
  if (counter === null) return refuse('codeWrong');
  if (counter <= app.last_counter) return refuse('codeUsed');
  await updateApp(tx, user.id, { last_counter: counter, last_used_at: now });
  return null;
}

/** Confirms with a code who uses a session. Refuses like `checkCode`, also for a user without a second factor. */
export function confirmWithCode(shop: Shop, userId: string, code: string): Promise<UserRow | Refusal> {
  const rateLimit = codeRateLimit(userId);
  const confirm = async (tx: Writer) => {
    const user = await lockUserRow(tx, userId);
    if (!user) return refuse('signInNeeded');
    if (!(await hasSecondFactor(tx, user))) return refuse('codeWrong');
    return (await checkCode(tx, shop, { user, code, rateLimit })) ?? user;
  };
  return limitCodes(shop, rateLimit, () => shop.database.write(confirm));
}

function record(tx: Writer, shop: Shop, userId: string, action: string): Promise<void> {
  return recordChange(tx, shop, { adminId: userId, action, subject: userId, before: null, after: null });
}

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString();
