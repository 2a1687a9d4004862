import { sql } from 'kysely';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { changeOnce } from '#server/platform/database/prepared-query.ts';

/**
 * Numbers an order with the catalog revision when it is paid for the first time; later calls change nothing. Arrivals become
 * visible in ascending order of their numbers.
 */
export function recordArrival(tx: Writer, orderId: string): void {
  tx.raiseRevision(async (revision) => {
    await arrival(tx, { order_id: orderId, revision });
  });
}

const arrival = changeOnce({ order_id: '', revision: 0 }, (tx, row) =>
  tx
    .insertInto('order_arrivals')
    .values(row)
    .onConflict((conflict) => conflict.column('order_id').doNothing()),
);

/** The number of the latest arrival; 0 when there is none. */
export async function selectLatestArrival(reader: Reader): Promise<number> {
  const row = await reader
    .selectFrom('order_arrivals')
    .select('revision')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** How many orders arrived after the last one that the user has seen. Counts at most `atMost`. */
export async function selectUnseenCount(reader: Reader, userId: string, atMost: number): Promise<number> {
  const seen = reader.selectFrom('order_views').select('seen_until').where('user_id', '=', userId);
  const unseen = reader
    .selectFrom('order_arrivals')
    .select('order_id')
    .where('revision', '>', (where) => where.fn.coalesce(seen, sql<number>`0`))
    .limit(atMost);
  const { count } = await reader
    .selectFrom(unseen.as('unseen'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Records the number of the latest arrival that the user has seen; a lower one than before changes nothing. */
export async function raiseSeenUntil(tx: Writer, userId: string, until: number): Promise<void> {
  await tx
    .insertInto('order_views')
    .values({ user_id: userId, seen_until: until })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ seen_until: until }).where('order_views.seen_until', '<', until),
    )
    .execute();
}
