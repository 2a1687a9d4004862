import { type RawBuilder, sql } from 'kysely';
import { owningStatuses } from '#contract/states.ts';
import type { Reader } from '#server/platform/database/database.ts';

/** Returns one sentence per violation of one rule. `now`: see checkInvariants. */
export type Check = (reader: Reader, now: number) => Promise<string[]>;

export async function rowsOf<Row>(reader: Reader, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await query.$castTo<Row>().execute(reader)).rows;
}

/** Condition on `orders`: the items of this order are sold to its customer. */
export const isOwning = sql`orders.status in (${sql.join(owningStatuses)})`;
