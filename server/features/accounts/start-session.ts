import type { SignInReply } from '#contract/accounts.ts';
import type { Language } from '#contract/languages.ts';
import { durations } from '#contract/limits.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Device } from '#server/platform/http/handlers.ts';
import { logSecurityEvent } from '#server/platform/security-events.ts';
import type { Shop } from '#server/shop.ts';
import { type UserRow, updateUser } from './accounts.queries.ts';
import { activityPoints } from './accounts.ts';
import { createDeviceMark, findDeviceMark } from './known-device.ts';
import { presentProfile } from './present-user.ts';
import { queueNewDeviceEmail } from './security-emails.ts';
import { deleteExpiredSessions, insertSession } from './sessions.queries.ts';
import { newToken } from './tokens.ts';

export interface Caller {
  address: string;
  userAgent: string;
  /** The language of the page that calls; null if a program calls. */
  pageLanguage: Language | null;
  device: Device;
}

export interface StartedSession {
  row: UserRow;
  /** The token of the session; the database stores only its hash. */
  token: string;
}

/** What somebody gave last to begin a session. A code is one of the app or a recovery code. */
type GivenProof = 'registration' | 'password' | 'code' | 'passkey';

/** Starts the session of a sign-in. The caller's transaction has locked `user`. Admins get an email about a new device. */
export async function startSession(
  tx: Writer,
  shop: Shop,
  user: UserRow,
  caller: Caller,
  given: GivenProof,
): Promise<StartedSession> {
  await deleteExpiredSessions(tx, user.id, shop.clock() - durations.session);
  const activity_score = user.activity_score + activityPoints.signIn;
  const language = caller.pageLanguage ?? user.language;
  const row = { ...user, activity_score, language };
  await updateUser(tx, user.id, { activity_score, language });
  if (user.role !== null && findDeviceMark(caller.device.marks, user) === null)
    await queueNewDeviceEmail(tx, shop, row, caller.userAgent.slice(0, 200));
  return { row, token: await insertNewSession(tx, shop, user.id, caller, given) };
}

/** Inserts a session and returns its token. */
export async function insertNewSession(
  tx: Writer,
  shop: Shop,
  userId: string,
  caller: Caller,
  given: GivenProof,
): Promise<string> {
  const { token, tokenHash } = newToken(shop);
  const now = shop.clock();
  await insertSession(tx, {
    token_hash: tokenHash,
    id: shop.randomBytes(9).toString('hex'),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    device: caller.userAgent.slice(0, 200),
    confirmed_at: now,
  });
  await updateUser(tx, userId, { last_seen_at: now });
  const event = { account: userId, address: caller.address, reason: given };
  tx.afterCommit(() => logSecurityEvent(shop.log, 'signed in', event));
  return token;
}

export function presentSession(shop: Shop, { row, token }: StartedSession, { device }: Caller): SignInReply {
  device.keep(findDeviceMark(device.marks, row) ?? createDeviceMark(shop, row));
  const { name, email, role } = row;
  return { token, name, email, isAdmin: role !== null, role, user: presentProfile(shop, row) };
}
