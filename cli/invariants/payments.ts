import { sql } from 'kysely';
import { type Cents, fromCents } from '#contract/money.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { type Check, rowsOf } from './check.ts';

/**
 * As far as the database knows it, what a processor took less what it gave back is what the payments record says. That the processor's
 * own books agree is compared by `npm run prove money`.
 */
export const paymentChecks: readonly Check[] = [balancesFitAttempts, chargesFitAttempts, pendingRefundsHaveTasks];

const balances = sql`select attempt_id, sum(case kind when 'charge' then amount_cents else -amount_cents end) as balance,
  sum(case kind when 'charge' then amount_cents else 0 end) as charged
  from payments where attempt_id is not null group by attempt_id`;

/** Nobody is charged by an attempt that took nothing or gave all of it back. */
async function balancesFitAttempts(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ id: string; state: string; balance: Cents }>(
    reader,
    sql`select payment_attempts.id, payment_attempts.state, record.balance
      from payment_attempts inner join (${balances}) record on record.attempt_id = payment_attempts.id
      where payment_attempts.state in ('opening', 'open', 'releasing', 'released', 'refunded', 'expired', 'failed')
        and record.balance <> 0`,
  );
  return rows.map(
    ({ id, state, balance }) => `Attempt ${id} is ${state}, yet its payments sum to ${fromCents(balance).toFixed(2)}.`,
  );
}

/** An attempt is charged at most once, and then its whole amount. */
async function chargesFitAttempts(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ id: string; amount: Cents; charged: Cents }>(
    reader,
    sql`select payment_attempts.id, payment_attempts.amount_cents as amount, coalesce(record.charged, 0) as charged
      from payment_attempts left join (${balances}) record on record.attempt_id = payment_attempts.id
      where (record.charged is not null and record.charged <> payment_attempts.amount_cents)
        or (record.charged is null and payment_attempts.state in ('authorised', 'capturing', 'captured'))`,
  );
  return rows.map(
    ({ id, amount, charged }) =>
      `Attempt ${id} is over ${fromCents(amount).toFixed(2)}, and ${fromCents(charged).toFixed(2)} is charged for it.`,
  );
}

/** A refund that is not at the processor yet is on its way. */
async function pendingRefundsHaveTasks(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ order: string }>(
    reader,
    sql`select payments.order_id as "order" from payments
      where payments.kind = 'refund' and payments.state = 'pending'
        and not exists (select 1 from payment_tasks where payment_tasks.payment_id = payments.id and payment_tasks.state <> 'failed')`,
  );
  return rows.map(({ order }) => `A refund of order ${order} is pending, and no task asks the processor for it.`);
}
