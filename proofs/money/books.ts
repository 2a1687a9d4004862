import { ownsListings } from '#contract/states.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { PaidShop } from '#server/testing/open-paid-shop.ts';
import type { FakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import { checkInvariants } from '../../cli/invariants.ts';

/**
 * Returns a sentence for each problem. What Stripe has captured less what it has refunded must be what the payments record says, for
 * every order but those in `expectedDifferences`. Nobody may be charged for pieces that are not theirs, no authorisation and no task may
 * be left, and the other invariants must hold. `now`: epoch milliseconds.
 */
export async function audit(
  reader: Reader,
  stripe: FakeStripe,
  now: number,
  expectedDifferences: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const problems = await checkInvariants(reader, now);
  const payments = await reader.selectFrom('payments').selectAll().where('attempt_id', 'is not', null).execute();
  const tasks = await reader.selectFrom('payment_tasks').selectAll().where('state', '=', 'waiting').execute();
  const orders = await reader.selectFrom('orders').select(['id', 'status']).execute();
  const statusOf = new Map(orders.map(({ id, status }) => [id, status]));
  for (const task of tasks) problems.push(`The task ${task.kind} still waits: ${task.error}`);
  for (const book of stripe.books()) {
    const { order = '', attempt = '' } = book.metadata;
    if (book.openAuthorisation !== 0)
      problems.push(`Order ${order}: an authorisation of ${book.openAuthorisation} is left`);
    if (expectedDifferences.has(order)) continue;
    const own = payments.filter((payment) => payment.attempt_id === attempt);
    const recorded = own.reduce((sum, row) => sum + (row.kind === 'charge' ? row.amount_cents : -row.amount_cents), 0);
    const taken = book.captured - book.refunded;
    const status = statusOf.get(order);
    if (taken !== recorded) problems.push(`Order ${order}: Stripe has ${taken}, the record says ${recorded}`);
    if (taken > 0 && !(status && ownsListings(status)))
      problems.push(`Order ${order}: Stripe has ${taken} for an order that owns nothing`);
  }
  return problems;
}

/** `audit` of a shop in this process. */
export const auditShop = ({ shop, stripe }: PaidShop, expectedDifferences?: ReadonlySet<string>) =>
  audit(shop.database.read, stripe, shop.clock(), expectedDifferences);
