import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { IdempotencyKeysTable } from '#server/platform/database/order-tables.ts';

export type KeyRow = IdempotencyKeysTable;

export function selectKey(
  reader: Reader,
  userId: string,
  route: string,
  key: string,
  since: number,
): Promise<KeyRow | undefined> {
  return reader
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('created_at', '>', since)
    .executeTakeFirst();
}

/** Stores the result of a call, and deletes the user's keys created at or before `since`, so an expired key can be used again. */
export async function insertKey(tx: Writer, row: KeyRow, since: number): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', row.user_id).where('created_at', '<=', since).execute();
  await tx.insertInto('idempotency_keys').values(row).execute();
}
