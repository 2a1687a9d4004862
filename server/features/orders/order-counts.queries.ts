import type { Reader } from '#server/platform/database/database.ts';

/** How many orders have each status, expired checkouts included. Reads only an index. */
export function countOrdersByStatus(reader: Reader): Promise<{ status: string; count: number }[]> {
  return reader
    .selectFrom('orders')
    .select((row) => ['status', row.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
}
