import { sql } from 'kysely';
import type { Cents } from '#contract/money.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { type Check, formatAmount, runQuery, signedAmount } from './check.ts';

/**
 * Checks that the payments record agrees with the stored states of the attempts to pay. `npm run prove money` compares it with the
 * processor's own books.
 */
export const paymentChecks: readonly Check[] = [balancesFitAttempts, chargesFitAttempts, pendingRefundsHaveTasks];

const balances = sql`select attempt_id, sum(${signedAmount}) as balance,
  sum(case kind when 'charge' then amount_cents else 0 end) as charged
  from payments where attempt_id is not null group by attempt_id`;

/** The payments of an attempt that has taken no money, or has given all of it back, sum to zero. */
async function balancesFitAttempts(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ id: string; state: string; balance: Cents }>(
    reader,
    sql`select payment_attempts.id, payment_attempts.state, record.balance
      from payment_attempts inner join (${balances}) record on record.attempt_id = payment_attempts.id
      where payment_attempts.state in ('opening', 'open', 'releasing', 'released', 'refunded', 'expired', 'failed')
        and record.balance <> 0`,
  );
  return rows.map(
    ({ id, state, balance }) => `Attempt ${id} is ${state}, yet its payments sum to ${formatAmount(balance)}.`,
  );
}

/** The charges of an attempt sum to its amount. Only an attempt that is not authorised, capturing or captured may have none. */
async function chargesFitAttempts(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ id: string; amount: Cents; charged: Cents }>(
    reader,
    sql`select payment_attempts.id, payment_attempts.amount_cents as amount, coalesce(record.charged, 0) as charged
      from payment_attempts left join (${balances}) record on record.attempt_id = payment_attempts.id
      where (record.charged is not null and record.charged <> payment_attempts.amount_cents)
        or (record.charged is null and payment_attempts.state in ('authorised', 'capturing', 'captured'))`,
  );
  return rows.map(
    ({ id, amount, charged }) =>
      `Attempt ${id} is over ${formatAmount(amount)}, and ${formatAmount(charged)} is charged for it.`,
  );
}

/** Every pending refund has a task that asks the processor for it and has not failed. */
async function pendingRefundsHaveTasks(reader: Reader): Promise<string[]> {
  const rows = await runQuery<{ order: string }>(
    reader,
    sql`select payments.order_id as "order" from payments
      where payments.kind = 'refund' and payments.state = 'pending'
        and not exists (select 1 from payment_tasks where payment_tasks.payment_id = payments.id and payment_tasks.state <> 'failed')`,
  );
  return rows.map(({ order }) => `A refund of order ${order} is pending, and no task asks the processor for it.`);
}
