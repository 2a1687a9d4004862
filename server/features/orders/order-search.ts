import { type RawBuilder, sql } from 'kysely';
import { foldText } from '#contract/text.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { contains, readByIndex } from '#server/platform/database/dialect.ts';
import type { TextSearch } from '#server/platform/database/pagination.ts';
import { searchAsPhone } from './phone-number.ts';

/**
 * The `from` and `where` parts of a query for expired checkouts, which no list shows (docs/behaviour/orders.md, 14). The index also has
 * their search texts.
 */
export const expiredOrders = (reader: Reader, now: number) =>
  sql`${readByIndex(reader, 'orders', 'orders_to_leave_out')} where orders.status = 'pending' and orders.hold_expires_at <= ${now}`;

/**
 * The search for a text as it is, and as a phone number in any notation. `leftOut`: the SQL of `expiredOrders`; null if the list has
 * other filters as well.
 */
export function searchFor(reader: Reader, q: string, leftOut: RawBuilder<unknown> | null): TextSearch {
  const phone = searchAsPhone(q);
  const texts = phone === null ? [foldText(q)] : [foldText(q), phone];
  const conditions = texts.map((text) => contains(reader, sql.ref('orders.search_text'), text));
  return { table: 'orders', texts, contains: sql`(${sql.join(conditions, sql` or `)})`, leftOut };
}
