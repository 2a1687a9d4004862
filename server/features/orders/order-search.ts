import { type RawBuilder, sql } from 'kysely';
import { foldText } from '#contract/text.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { contains, readByIndex } from '#server/platform/database/dialect.ts';
import type { TextSearch } from '#server/platform/database/pagination.ts';
import { searchAsPhone } from './phone-number.ts';

/** SQL after `from`: the orders that lists leave out (docs/behaviour/orders.md, 14), read from an index that has their texts. */
export const expiredOrders = (reader: Reader, now: number) =>
  sql`${readByIndex(reader, 'orders', 'orders_to_leave_out')} where orders.status = 'pending' and orders.hold_expires_at <= ${now}`;

/**
 * The search for a text as it is, and as a phone number in any notation. `leftOut`: the SQL of `expiredOrders`; null in a list that is
 * filtered further.
 */
export function searchFor(reader: Reader, q: string, leftOut: RawBuilder<unknown> | null): TextSearch {
  const phone = searchAsPhone(q);
  const texts = phone === null ? [foldText(q)] : [foldText(q), phone];
  const conditions = texts.map((text) => contains(reader, sql.ref('orders.search_text'), text));
  return { table: 'orders', texts, contains: sql`(${sql.join(conditions, sql` or `)})`, leftOut };
}
