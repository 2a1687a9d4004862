import { sql } from 'kysely';
import { dueKeyOf, type FailingQueue } from '#server/platform/concurrency/failed-work.ts';
import type { Reader } from '#server/platform/database/database.ts';

/** Work that was given up. `name`: of the piece, or the id of the order; empty if there is none. */
export interface GivenUpWork {
  queue: FailingQueue;
  item: string;
  name: string;
  error: string;
  /** Epoch milliseconds. */
  givenUpAt: number;
}

/** Work that was given up after `since`, epoch milliseconds, and is still needed, the latest first. */
export async function selectGivenUpWork(
  reader: Reader,
  { since, limit }: { since: number; limit: number },
): Promise<GivenUpWork[]> {
  const found = reader
    .selectFrom('failed_work')
    .leftJoin('pictures', (join) =>
      join.onRef('pictures.hash', '=', 'failed_work.item').on('pictures.finished_at', 'is', null),
    )
    .leftJoin('listings', (join) =>
      join
        .on(dueKeyOf('listings.id', 'listings.publish_at'), '=', sql.ref('failed_work.item'))
        .on(sql<boolean>`listings.visibility = 'scheduled'`),
    )
    .leftJoin('transfers', (join) =>
      join.on(dueKeyOf('transfers.order_id', 'transfers.next_at'), '=', sql.ref('failed_work.item')),
    )
    .leftJoin('waiting_turns', (join) =>
      join.on(dueKeyOf('waiting_turns.listing_id', 'waiting_turns.due_at'), '=', sql.ref('failed_work.item')),
    )
    .leftJoin('listings as waited_for', 'waited_for.id', 'waiting_turns.listing_id')
    .leftJoin('intake_pieces', (join) =>
      join.on(dueKeyOf('intake_pieces.id', 'intake_pieces.changed_at'), '=', sql.ref('failed_work.item')),
    )
    .where('failed_work.given_up_at', '>', since)
    .where((row) =>
      row.or([
        row('pictures.hash', 'is not', null),
        row('listings.id', 'is not', null),
        row('transfers.order_id', 'is not', null),
        row('waiting_turns.listing_id', 'is not', null),
        row('intake_pieces.id', 'is not', null),
        row('failed_work.queue', '=', 'alerts'),
      ]),
    );
  const rows = await found
    .select(['failed_work.queue', 'failed_work.item', 'failed_work.error', 'failed_work.given_up_at'])
    .select((row) => row.fn.coalesce('listings.name', 'waited_for.name', 'transfers.order_id', row.val('')).as('name'))
    .orderBy('failed_work.given_up_at', 'desc')
    .orderBy('failed_work.item')
    .limit(limit)
    .execute();
  return rows.map(({ given_up_at, ...row }) => ({ ...row, givenUpAt: given_up_at ?? 0 }));
}
