import type { OwnSession } from '#contract/accounts.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import type { Role } from '#contract/roles.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { SessionsTable } from '#server/platform/database/tables.ts';
import type { Shop } from '#server/shop.ts';
import { lockUserRow, selectUser, type UserRow, updateUsersLastSeen } from './accounts.queries.ts';
import { lockForOwner } from './owners.ts';
import {
  deleteSession,
  deleteSessionById,
  deleteSessionsOf,
  selectSession,
  selectSessionsOf,
} from './sessions.queries.ts';

/** Ends the session of the token, if it has one. */
export async function signOut(shop: Shop, tokenHash: string): Promise<void> {
  const session = await selectSession(shop.database.read, tokenHash);
  if (!session) return;
  await shop.database.write(async (tx) => {
    await lockUserRow(tx, session.user_id);
    await deleteSession(tx, tokenHash);
    await updateUsersLastSeen(tx, [session.user_id]);
  });
}

/** Ends every session of the user, the current one too. */
export async function endAllSessions(shop: Shop, userId: string): Promise<void> {
  await shop.database.write(async (tx) => {
    await lockUserRow(tx, userId);
    await tx.checkCaller();
    await deleteSessionsOf(tx, userId, null);
    await updateUsersLastSeen(tx, [userId]);
  });
}

/**
 * Ends one session of the user. Refuses (404) an id that none of them has: an id is neither the token nor its hash, so it gives no access.
 */
export function endSession(shop: Shop, userId: string, id: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    await lockUserRow(tx, userId);
    // It may be the session that makes the call.
    await tx.checkCaller();
    if (!(await deleteSessionById(tx, userId, id))) return refuse('noSuchSession');
    await updateUsersLastSeen(tx, [userId]);
    return null;
  });
}

/**
 * Ends one session of somebody with a role, for an owner. Refuses an unknown session and somebody without a role (404), and a caller who
 * is not an owner any more (403).
 */
export function endStaffSession(
  shop: Shop,
  ownerId: string,
  { userId, id }: { userId: string; id: string },
): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const people = await lockForOwner(tx, ownerId, userId);
    if (isRefusal(people)) return people;
    await tx.checkCaller();
    if (people.user.role === null || !(await deleteSessionById(tx, userId, id))) return refuse('noSuchSession');
    await updateUsersLastSeen(tx, [userId]);
    const action = 'session ended';
    await recordChange(tx, shop, { adminId: ownerId, action, subject: userId, before: null, after: null });
    return null;
  });
}

/**
 * Whether a session has not ended by itself: after `durations.session` without use, or for somebody with a role after
 * `settings.adminSessions`.
 */
export function isLive(
  { clock, presence, settings }: Pick<Shop, 'clock' | 'presence' | 'settings'>,
  row: Pick<SessionsTable, 'token_hash' | 'created_at' | 'last_seen_at'>,
  role: Role | null,
): boolean {
  const seenAt = Math.max(row.last_seen_at, presence.seenAt(row.token_hash) ?? 0);
  const { unused, total } = role === null ? { unused: durations.session, total: Infinity } : settings.adminSessions;
  return seenAt + unused > clock() && row.created_at + total > clock();
}

/** The live sessions of somebody with a role. Refuses (404) a user who has none. */
export async function listStaffSessions(
  shop: Shop,
  userId: string,
  currentTokenHash: string,
): Promise<OwnSession[] | Refusal> {
  const user = await selectUser(shop.database.read, userId);
  return user?.role ? listOwnSessions(shop, user, currentTokenHash) : refuse('noSuchUser');
}

/** The live sessions of a user, the last used first. `currentTokenHash` marks the session that makes the call. */
export async function listOwnSessions(
  shop: Shop,
  { id: userId, role }: Pick<UserRow, 'id' | 'role'>,
  currentTokenHash: string,
): Promise<OwnSession[]> {
  const stored = await selectSessionsOf(shop.database.read, userId);
  const rows = stored
    .filter((row) => isLive(shop, row, role))
    .map((row) => ({ ...row, last_seen_at: Math.max(row.last_seen_at, shop.presence.seenAt(row.token_hash) ?? 0) }))
    .toSorted((left, right) => right.last_seen_at - left.last_seen_at);
  return rows.map((row) => ({
    id: row.id,
    current: row.token_hash === currentTokenHash,
    createdAt: new Date(row.created_at).toISOString(),
    lastSeenAt: new Date(row.last_seen_at).toISOString(),
    device: row.device,
  }));
}
