import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { selectLiveSessions } from './sessions.queries.ts';

/** When users were last seen, as far as it is not written yet: user id -> epoch milliseconds. */
export type LastSeen = ReadonlyMap<string, number>;

/**
 * Reads what presence has in memory, and leaves out the sessions that have ended. `userIds`: only these users; null for all. Call it
 * before reading `last_seen_at`, so that nothing is missed if the background write ends in between.
 */
export async function findUnwrittenLastSeen(
  reader: Reader,
  { presence }: Pick<Shop, 'presence'>,
  userIds: readonly string[] | null,
): Promise<LastSeen> {
  const wanted = userIds && new Set(userIds);
  const activities = [...presence.unwritten()].filter(({ userId }) => wanted?.has(userId) ?? true);
  const live = await selectLiveSessions(
    reader,
    activities.map(({ tokenHash }) => tokenHash),
  );
  const lastSeen = new Map<string, number>();
  for (const { userId, tokenHash, at } of activities)
    if (live.has(tokenHash)) lastSeen.set(userId, Math.max(at, lastSeen.get(userId) ?? 0));
  return lastSeen;
}

/** Returns the row with the time that is only in memory, if that is later. */
export function withLastSeen<Row extends { id: string; last_seen_at: number }>(row: Row, lastSeen: LastSeen): Row {
  return { ...row, last_seen_at: Math.max(row.last_seen_at, lastSeen.get(row.id) ?? 0) };
}
