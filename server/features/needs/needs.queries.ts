import { sql } from 'kysely';
import { asCents, type Cents } from '#contract/money.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { emptyLast } from '#server/platform/database/pagination.ts';
import type {
  PaymentAttemptsTable,
  PaymentDifferencesTable,
  PaymentDisputesTable,
  ProcessorJobsTable,
} from '#server/platform/database/payment-tables.ts';
import type { ProvenanceNamesTable } from '#server/platform/database/provenance-tables.ts';

export interface Found<Row> {
  /** The first rows that match, at most as many as were asked for. */
  rows: Row[];
  /** How many rows match in all. */
  total: number;
}

export interface AttentionRow
  extends Pick<PaymentAttemptsTable, 'id' | 'order_id' | 'amount_cents' | 'currency' | 'error' | 'changed_at'> {
  /** Null if the order was deleted. */
  known_order: string | null;
  /** The sum of refunds that failed. */
  failed_cents: Cents;
}

/** Payment attempts that need attention: those with a failed refund first, then the others, each with the latest first. */
export async function selectAttention(reader: Reader, limit: number): Promise<Found<AttentionRow>> {
  const matching = reader.selectFrom('payment_attempts').where('payment_attempts.state', '=', 'attention');
  const rows = await matching
    .leftJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .select((row) => [
      'payment_attempts.id',
      'payment_attempts.order_id',
      'payment_attempts.amount_cents',
      'payment_attempts.currency',
      'payment_attempts.error',
      'payment_attempts.changed_at',
      'orders.id as known_order',
      row.fn
        .coalesce(
          row
            .selectFrom('payments')
            .select((sum) => sum.fn.sum<number>('payments.amount_cents').as('failed'))
            .whereRef('payments.order_id', '=', 'payment_attempts.order_id')
            .whereRef('payments.attempt_id', '=', 'payment_attempts.id')
            .where('payments.kind', '=', 'refund')
            .where('payments.state', '=', 'failed'),
          row.val(0),
        )
        .as('failed_cents'),
    ])
    .orderBy(
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'payment_attempts.order_id')
            .whereRef('payments.attempt_id', '=', 'payment_attempts.id')
            .where('payments.kind', '=', 'refund')
            .where('payments.state', '=', 'failed'),
        ),
      'desc',
    )
    .orderBy('payment_attempts.created_at', 'desc')
    .orderBy('payment_attempts.id')
    .limit(limit)
    .execute();
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows: rows.map((row) => ({ ...row, failed_cents: asCents(Number(row.failed_cents)) })), total: count };
}

export interface DisputeToAnswer
  extends Pick<
    PaymentDisputesTable,
    'id' | 'order_id' | 'amount_cents' | 'reason' | 'status' | 'due_by' | 'created_at'
  > {
  currency: string;
}

/** Disputes that wait for an answer, the earliest date first; those without a date last. */
export async function selectDisputes(reader: Reader, limit: number): Promise<Found<DisputeToAnswer>> {
  const matching = reader
    .selectFrom('payment_disputes')
    // As literals, so that SQLite uses the index of these rows.
    .where(sql<boolean>`payment_disputes.status in ('needs_response', 'warning_needs_response')`);
  const rows = await matching
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payment_disputes.attempt_id')
    .select([
      'payment_disputes.id',
      'payment_disputes.order_id',
      'payment_disputes.amount_cents',
      'payment_disputes.reason',
      'payment_disputes.status',
      'payment_disputes.due_by',
      'payment_disputes.created_at',
      'payment_attempts.currency',
    ])
    .orderBy(emptyLast(sql`payment_disputes.due_by is null`))
    .orderBy('payment_disputes.due_by')
    .orderBy('payment_disputes.id')
    .limit(limit)
    .execute();
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows, total: count };
}

/**
 * Differences of the last comparison, newest first, without payments that need attention for another reason. Differences that belong to
 * no order are left out for everybody but owners, because only owners can open their page.
 */
export async function selectOpenDifferences(
  reader: Reader,
  { limit, isOwner }: { limit: number; isOwner: boolean },
): Promise<Found<PaymentDifferencesTable>> {
  const matching = reader
    .selectFrom('payment_differences')
    .$if(!isOwner, (differences) => differences.where('payment_differences.order_id', 'is not', null))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.id', '=', 'payment_differences.attempt_id')
            .where('payment_attempts.state', '=', 'attention'),
        ),
      ),
    );
  const rows = await matching.selectAll().orderBy('found_at', 'desc').orderBy('id').limit(limit).execute();
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows, total: count };
}

/** Jobs whose calls to the card processor failed at least `tries` times in a row. The job that deletes old events does not call it. */
export function selectFailingCalls(reader: Reader, tries: number): Promise<ProcessorJobsTable[]> {
  return reader
    .selectFrom('processor_jobs')
    .selectAll()
    .where('name', '<>', 'old events')
    .where('tries', '>=', tries)
    .where('error', '<>', '')
    .execute();
}

export interface LapsingTransfer {
  id: string;
  total_cents: Cents;
  received_cents: Cents;
  reserved_until: number;
}

/** Orders whose reservation for a transfer ends by `until`, the earliest first. Also filters by `next_at`, which has an index. */
export async function selectLapsingTransfers(
  reader: Reader,
  until: number,
  limit: number,
): Promise<Found<LapsingTransfer>> {
  const matching = reader
    .selectFrom('transfers')
    .innerJoin('orders', 'orders.id', 'transfers.order_id')
    .where('transfers.next_at', '<=', until)
    .where('orders.status', '=', 'pending')
    .where('orders.reserved_until', '<=', until);
  const rows = await matching
    .select((row) => [
      'orders.id',
      'orders.total_cents',
      row.fn.coalesce('orders.reserved_until', row.val(0)).as('reserved_until'),
      row.fn
        .coalesce(
          row
            .selectFrom('receipts')
            .select((sum) => sum.fn.sum<number>('receipts.amount_cents').as('received'))
            .whereRef('receipts.order_id', '=', 'orders.id'),
          row.val(0),
        )
        .as('received_cents'),
    ])
    .orderBy('orders.reserved_until')
    .orderBy('orders.id')
    .limit(limit)
    .execute();
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows: rows.map((row) => ({ ...row, received_cents: asCents(Number(row.received_cents)) })), total: count };
}

export interface RequestedReturn {
  id: string;
  order_id: string;
  created_at: number;
  pieces: number;
}

/** Returns that nobody has answered, the oldest first. */
export async function selectRequestedReturns(reader: Reader, limit: number): Promise<Found<RequestedReturn>> {
  const matching = reader.selectFrom('returns').where('returns.state', '=', 'requested');
  const rows = await matching
    .select((row) => [
      'returns.id',
      'returns.order_id',
      'returns.created_at',
      row.fn
        .coalesce(
          row
            .selectFrom('return_items')
            .select((item) => item.fn.countAll<number>().as('count'))
            .whereRef('return_items.return_id', '=', 'returns.id'),
          row.val(0),
        )
        .as('pieces'),
    ])
    .orderBy('returns.created_at')
    .orderBy('returns.id')
    .limit(limit)
    .execute();
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows: rows.map((row) => ({ ...row, pieces: Number(row.pieces) })), total: count };
}

export type WaitingName = Pick<ProvenanceNamesTable, 'order_id' | 'name' | 'agreed_at'>;

/** The names of buyers in provenances that nobody has answered, the oldest first. An index has exactly these. */
export async function selectWaitingNames(reader: Reader, limit: number): Promise<Found<WaitingName>> {
  // As a literal, so that SQLite uses the index of these rows.
  const matching = reader.selectFrom('provenance_names').where(sql<boolean>`state = 'waiting'`);
  const rows = await matching
    .select(['order_id', 'name', 'agreed_at'])
    .orderBy('agreed_at')
    .orderBy('order_id')
    .limit(limit)
    .execute();
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows, total: count };
}

/** Counts the enquiries that are neither done nor answered. `since`: epoch milliseconds of the oldest; null if there are none. */
export async function countWaitingEnquiries(reader: Reader): Promise<{ count: number; since: number | null }> {
  const row = await reader
    .selectFrom('enquiries')
    .select((rows) => [rows.fn.countAll<number>().as('count'), rows.fn.min('created_at').as('since')])
    .where('done_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('enquiry_replies').select('id').whereRef('enquiry_id', '=', 'enquiries.id'))),
    )
    .executeTakeFirstOrThrow();
  return { count: row.count, since: row.since === null ? null : Number(row.since) };
}

/**
 * Counts the rows of bank statements that have no order and that no owner has dismissed; an index has exactly these. `since`: when the
 * oldest was uploaded, epoch milliseconds; null if there are none.
 */
export async function countOpenBankRows(reader: Reader): Promise<{ count: number; since: number | null }> {
  const row = await reader
    .selectFrom('bank_rows')
    .select((rows) => [rows.fn.countAll<number>().as('count'), rows.fn.min('uploaded_at').as('since')])
    .where('order_id', 'is', null)
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { count: row.count, since: row.since === null ? null : Number(row.since) };
}
