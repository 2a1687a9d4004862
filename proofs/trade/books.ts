import { parse } from 'csv-parse/sync';
import { decompress } from '#server/testing/api-client.ts';
import type { PaidShop } from '#server/testing/open-paid-shop.ts';
import { password } from '#server/testing/people.ts';
import { auditShop } from '../money/books.ts';

const day = 24 * 3_600_000;

/**
 * Returns a sentence for everything that does not agree: the books of the fake Stripe and the invariants (`auditShop`), and the sum of the
 * report for the accountant, which must be that of the payments record.
 */
export async function booksOf(shop: PaidShop): Promise<string[]> {
  await shop.later(10 * 60_000);
  const problems = await auditShop(shop);
  const payments = await shop.shop.database.read.selectFrom('payments').select(['kind', 'amount_cents']).execute();
  const recorded = payments.reduce((sum, row) => sum + (row.kind === 'charge' ? 1 : -1) * row.amount_cents, 0);
  const reported = await reportedCents(shop);
  return reported === recorded ? problems : [...problems, `The report has ${reported} cents, the record ${recorded}`];
}

/** The sum of all amounts in the report for the accountant. */
async function reportedCents(shop: PaidShop): Promise<number> {
  const { token } = shop.owner;
  await shop.call('confirmIdentity', { token, body: { password } });
  const now = shop.shop.clock();
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const query = { from: dayOf(now - 20 * 365 * day), to: dayOf(now + 2 * day) };
  const answer = await shop.call('getGstReport', { token, query });
  const rows: Record<string, string>[] = parse(decompress(answer), { bom: true, columns: true });
  return rows.reduce((sum, row) => sum + Math.round(Number(row['Amount, AUD']) * 100), 0);
}
