// The tables of payments/, reconciliation/, transfers/ and bank/, part of `Tables`.
import type { Cents } from '#contract/money.ts';
import type { DifferenceKind } from '#contract/reconciliation.ts';
import type { AttemptState, PaymentMethod, PaymentState } from '#contract/states.ts';
import type { Flag } from './flag.ts';
import type { Milliseconds } from './milliseconds.ts';

export interface PaymentsTable {
  id: string;
  order_id: string;
  kind: 'charge' | 'refund';
  amount_cents: Cents;
  method: PaymentMethod;
  at: Milliseconds;
  /** Order within the same millisecond. */
  position: number;
  /** Always `captured` for a charge, and `succeeded` for a refund, that is simulated or made outside of the processor. */
  state: PaymentState;
  /** Null if no processor took part. */
  attempt_id: string | null;
  /** Id of the payment or refund at the processor, or the note of money that came outside of it. */
  provider_ref: string | null;
}

/**
 * A buyer's attempt to pay an order at the processor. It outlives an order that is deleted, so that a late authorisation is
 * still released.
 */
export interface PaymentAttemptsTable {
  id: string;
  order_id: string;
  user_id: string;
  provider: 'stripe';
  amount_cents: Cents;
  currency: string;
  is_live: Flag;
  /** The id of the processor's page; null until it is open. */
  session_id: string | null;
  /** The id of the processor's payment; null until the buyer has tried to pay. */
  intent_id: string | null;
  state: AttemptState;
  /** Address of the processor's page; empty once nobody can pay there. */
  url: string;
  /** When the processor's page ends. */
  expires_at: Milliseconds;
  /** When the shop next asks the processor without an event; null when nothing is expected. A process claims the check by changing it. */
  check_at: Milliseconds | null;
  check_tries: number;
  /** How often the shop has updated the attempt from the processor. */
  readings: number;
  /** Why the attempt needs attention or has ended; otherwise empty. */
  error: string;
  created_at: Milliseconds;
  changed_at: Milliseconds;
}

/** What the processor reported. It only tells that something changed: the shop then asks the processor for the current state. */
export interface PaymentEventsTable {
  /** The processor's id. */
  id: string;
  type: string;
  object_id: string;
  /** The attempt that the metadata of the object names; null if they name none. */
  attempt_id: string | null;
  intent_id: string | null;
  is_live: Flag;
  api_version: string;
  created_at: Milliseconds;
  received_at: Milliseconds;
  /** `list`: the processor could not deliver it, and the shop asked for it. */
  came_by: 'webhook' | 'list';
  handled_at: Milliseconds | null;
  tries: number;
  next_at: Milliseconds;
  error: string;
}

/** A change that the shop has decided on and the processor has to make. */
export interface PaymentTasksTable {
  /** Together with `key_number` the idempotency key at the processor. */
  id: string;
  attempt_id: string;
  kind: 'capture' | 'release' | 'refund';
  amount_cents: Cents;
  /** The refund's row in the payments record. */
  payment_id: string | null;
  state: 'waiting' | 'done' | 'failed';
  tries: number;
  /** Increased after an error, because the processor answers a repeated key with the same error. */
  key_number: number;
  next_at: Milliseconds;
  /** The id of the refund at the processor. */
  provider_ref: string | null;
  error: string;
  created_at: Milliseconds;
}

export interface PaymentDisputesTable {
  /** The processor's id. */
  id: string;
  attempt_id: string;
  order_id: string;
  amount_cents: Cents;
  reason: string;
  status: string;
  /** Until when the owner can answer at the processor. */
  due_by: Milliseconds | null;
  created_at: Milliseconds;
  changed_at: Milliseconds;
}

export interface ReconciliationTables {
  processor_jobs: ProcessorJobsTable;
  payment_comparisons: PaymentComparisonsTable;
  payment_differences: PaymentDifferencesTable;
  test_purchases: TestPurchasesTable;
}

/** A regular job of the shop at the processor. With several processes, the one that changes `next_at` does it. */
export interface ProcessorJobsTable {
  name: 'comparison' | 'undelivered events' | 'old events';
  next_at: Milliseconds;
  /** How often it was tried since it last succeeded. */
  tries: number;
  done_at: Milliseconds | null;
  /** Why the last try failed; otherwise empty. */
  error: string;
}

/** A comparison of the payments record with the processor's books. */
export interface PaymentComparisonsTable {
  id: string;
  /** Payments from this time on were compared. */
  since: Milliseconds;
  /** How many payments were compared. */
  compared: number;
  begun_at: Milliseconds;
  finished_at: Milliseconds | null;
  /** Why the comparison was given up; otherwise empty. */
  error: string;
}

/** A difference that the last comparison found. */
export interface PaymentDifferencesTable {
  /** Made from its kind and the payment or dispute, so that the same difference keeps its id. */
  id: string;
  kind: DifferenceKind;
  intent_id: string;
  attempt_id: string | null;
  order_id: string | null;
  currency: string;
  here_cents: Cents;
  there_cents: Cents;
  found_at: Milliseconds;
}

/** A page of the processor that was opened to test the connection. It belongs to no order. */
export interface TestPurchasesTable {
  session_id: string;
  url: string;
  created_at: Milliseconds;
}

/** An order that waits, or waited, for a bank transfer. */
export interface TransfersTable {
  order_id: string;
  /** The customer reference number of BPAY, with its check digit. */
  crn: string;
  begun_at: Milliseconds;
  /** When the buyer is reminded or the reservation ends; null when nothing is left to do. */
  next_at: Milliseconds | null;
}

/** Money that came outside of a processor for an order that is not complete. It becomes a charge when the order is complete. */
export interface ReceiptsTable {
  id: string;
  order_id: string;
  amount_cents: Cents;
  method: PaymentMethod;
  /** When it came. */
  at: Milliseconds;
  note: string;
}

/** A row of the bank's statement that adds money. */
export interface BankRowsTable {
  /** Hash of day, amount and text, so that the same row is stored once. */
  hash: string;
  /** A day, as YYYY-MM-DD. */
  booked_on: string;
  amount_cents: Cents;
  text: string;
  uploaded_at: Milliseconds;
  /** The order for which its money is recorded. */
  order_id: string | null;
  matched_at: Milliseconds | null;
  /** When an owner said that the row pays no order; null for a row that is open or recorded. */
  dismissed_at: Milliseconds | null;
}
