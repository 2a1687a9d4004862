import { asCents, type Cents, formatCents, sumCents } from '#contract/money.ts';
import type { DifferenceKind } from '#contract/reconciliation.ts';
import type { IntentSeen, OwnPayments } from '#server/features/payments/payments.ts';
import type { Say } from '#server/platform/translations.ts';
import type { DifferenceRow } from './comparisons.queries.ts';

export type Difference = Omit<DifferenceRow, 'found_at'>;

/**
 * How the payments record and the processor differ about one payment. `intent` null: the processor does not know it. Empty while a task
 * of the payment waits: until it is done, both may differ.
 */
export function differencesOf(own: OwnPayments, intent: IntentSeen | null): Difference[] {
  const { attempt } = own;
  if (own.hasWaitingTasks) return [];
  const intentId = intent?.id ?? attempt.intent_id ?? '';
  const found = (kind: DifferenceKind, here_cents: Cents, there_cents: Cents, id = intentId): Difference => ({
    id: `${kind} ${id}`,
    kind,
    intent_id: intentId,
    attempt_id: attempt.id,
    order_id: attempt.order_id,
    currency: attempt.currency,
    here_cents,
    there_cents,
  });
  const here = recorded(own);
  const there = { captured: capturedOf(intent), refunded: refundedOf(intent) };
  const disputes = (intent?.disputes ?? [])
    .filter(({ id, status }) => own.disputes.find((known) => known.id === id)?.status !== status)
    .map(({ id, amount }) => found('dispute', asCents(0), amount, id));
  if (here.captured !== there.captured) {
    // The money was taken too late and refunded at once: the shop may have no order for it any more.
    if (here.captured === 0 && there.captured === there.refunded) return disputes;
    const kind = here.captured === 0 ? 'unrecorded' : there.captured === 0 ? 'missing' : 'amount';
    return [found(kind, here.captured, there.captured), ...disputes];
  }
  if (here.captured > 0 && here.refunded !== there.refunded)
    return [found('refund', here.refunded, there.refunded), ...disputes];
  return disputes;
}

/**
 * The difference about a payment with this shop's metadata whose attempt the shop does not have, for example since a backup was restored.
 * Null if the processor has no money of this payment.
 */
export function unknownPayment(intent: IntentSeen): Difference | null {
  const held = intent.status === 'authorised' ? intent.amount : asCents(capturedOf(intent) - refundedOf(intent));
  if (held <= 0) return null;
  const ids = { id: `unknown ${intent.id}`, intent_id: intent.id, attempt_id: null, order_id: null };
  return { kind: 'unknown', ...ids, currency: intent.currency, here_cents: asCents(0), there_cents: held };
}

/** Whether the shop has yet to notice what the processor says, because an event was lost. */
export function isBehind({ attempt }: OwnPayments, intent: IntentSeen): boolean {
  if (intent.status === 'authorised') return ['opening', 'open', 'expired', 'failed'].includes(attempt.state);
  return intent.status === 'cancelled' && ['authorised', 'capturing', 'releasing'].includes(attempt.state);
}

function recorded({ record }: OwnPayments): { captured: Cents; refunded: Cents } {
  const charges = record.filter(({ kind, state }) => kind === 'charge' && state !== 'authorised');
  const refunds = record.filter(({ kind, state }) => kind === 'refund' && state !== 'failed');
  return { captured: sumOf(charges), refunded: sumOf(refunds) };
}

const sumOf = (rows: readonly { amount_cents: Cents }[]) => sumCents(rows.map((row) => row.amount_cents));

const capturedOf = (intent: IntentSeen | null) => (intent?.status === 'captured' ? intent.captured : asCents(0));

const refundedOf = (intent: IntentSeen | null) =>
  sumCents((intent?.refunds ?? []).filter(({ state }) => state !== 'failed').map(({ amount }) => amount));

/** The sentence about a difference that admins read. */
export function wordsOf(say: Say, { kind, here_cents, there_cents, currency }: DifferenceRow | Difference): string {
  const [here, there] = [formatCents(here_cents, currency), formatCents(there_cents, currency)];
  switch (kind) {
    case 'missing':
      return say('The shop has recorded {here}. At the processor nothing was taken.', { here });
    case 'unrecorded':
      return say('The processor took {there}. The shop has recorded nothing.', { there });
    case 'unknown':
      return say('The processor has a payment of {there} for an order that the shop does not have.', { there });
    case 'amount':
      return say('The processor took {there}. The shop has recorded {here}.', { here, there });
    case 'refund':
      return say('The processor refunded {there}. The shop has recorded refunds of {here}.', { here, there });
    case 'dispute':
      return say("The buyer's bank disputes {there}, and the shop has not recorded how that stands.", { there });
  }
}
