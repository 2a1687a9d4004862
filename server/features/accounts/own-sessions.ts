import type { OwnSession } from '#contract/accounts.ts';
import { durations } from '#contract/limits.ts';
import type { Shop } from '#server/shop.ts';
import { lockUserRow, updateUsersLastSeen } from './accounts.queries.ts';
import { deleteSession, deleteSessionsOf, selectSession, selectSessionsOf } from './sessions.queries.ts';

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

/** The live sessions of a user, the last used first. `currentTokenHash` marks the session that makes the call. */
export async function listOwnSessions(shop: Shop, userId: string, currentTokenHash: string): Promise<OwnSession[]> {
  const stored = await selectSessionsOf(shop.database.read, userId);
  const rows = stored
    .map((row) => ({ ...row, last_seen_at: Math.max(row.last_seen_at, shop.presence.seenAt(row.token_hash) ?? 0) }))
    .filter((row) => row.last_seen_at > shop.clock() - durations.session)
    .toSorted((left, right) => right.last_seen_at - left.last_seen_at);
  return rows.map((row) => ({
    id: row.id,
    current: row.token_hash === currentTokenHash,
    createdAt: new Date(row.created_at).toISOString(),
    lastSeenAt: new Date(row.last_seen_at).toISOString(),
    device: row.device,
  }));
}
