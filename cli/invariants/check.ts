import { type RawBuilder, sql } from 'kysely';
import { owningStatuses } from '#contract/states.ts';
import type { Reader } from '#server/platform/database/database.ts';

/** Sentences of what one rule finds violated; `now`: see checkInvariants. */
export type Check = (reader: Reader, now: number) => Promise<string[]>;

export async function rowsOf<Row>(reader: Reader, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await query.$castTo<Row>().execute(reader)).rows;
}

export const owning = sql`orders.status in (${sql.join(owningStatuses)})`;
