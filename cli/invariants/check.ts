import { type RawBuilder, sql } from 'kysely';
import { type Cents, fromCents } from '#contract/money.ts';
import { owningStatuses } from '#contract/states.ts';
import type { Reader } from '#server/platform/database/database.ts';

/** Returns one sentence per violation of one rule. `now`: see checkInvariants. */
export type Check = (reader: Reader, now: number) => Promise<string[]>;

export async function runQuery<Row>(reader: Reader, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await query.$castTo<Row>().execute(reader)).rows;
}

/** Condition on a row of `orders`: the items of the order are sold to its customer. */
export const isOwning = sql`orders.status in (${sql.join(owningStatuses)})`;

/** The amount of a row of `payments` in cents: positive for a charge, negative for a refund. */
export const signedAmount = sql`case payments.kind when 'charge' then payments.amount_cents else -payments.amount_cents end`;

/** The amount with two decimals, without a currency: orders store none. */
export function formatAmount(cents: Cents): string {
  return fromCents(cents).toFixed(2);
}
