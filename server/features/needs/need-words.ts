import { asCents, formatCents } from '#contract/money.ts';
import type { Need } from '#contract/needs.ts';
import type { BackupTrouble } from '#server/features/backups/backups.ts';
import { wordsOf } from '#server/features/reconciliation/reconciliation.ts';
import type { PaymentDifferencesTable } from '#server/platform/database/payment-tables.ts';
import { sayIn } from '#server/platform/translations.ts';
import type { AttentionRow, DisputeToAnswer, LapsingTransfer, RequestedReturn } from './needs.queries.ts';

const iso = (at: number) => new Date(at).toISOString();
const orderPath = (id: string) => `/admin/orders/${id}`;
/** Milliseconds after which an enquiry should be answered. */
const answerWithin = 24 * 60 * 60_000;
const withoutDate = { dueAt: null, isLate: false };

export function disputeNeed(dispute: DisputeToAnswer, now: number): Need {
  const amount = formatCents(dispute.amount_cents, dispute.currency);
  const isInquiry = dispute.status.startsWith('warning');
  return {
    id: `dispute ${dispute.id}`,
    kind: 'dispute',
    what: isInquiry
      ? `The bank of ${dispute.order_id}’s buyer asks about ${amount}`
      : `The bank of ${dispute.order_id}’s buyer disputes ${amount}`,
    otherwise: `${reasonOf(dispute)}. ${isInquiry ? 'Without an answer it becomes a dispute.' : 'Without an answer the money goes back.'}`,
    dueAt: dispute.due_by === null ? null : iso(dispute.due_by),
    since: iso(dispute.created_at),
    isLate: dispute.due_by !== null && dispute.due_by <= now,
    path: orderPath(dispute.order_id),
    action: 'Answer',
  };
}

/** "Product not received" for Stripe's `product_not_received`. */
function reasonOf({ reason }: DisputeToAnswer): string {
  const words = reason.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function attentionNeed(attempt: AttentionRow): Need {
  const { order_id: orderId, currency, error } = attempt;
  const common = {
    id: `attention ${attempt.id}`,
    ...withoutDate,
    since: iso(attempt.changed_at),
    path: attempt.known_order === null ? '/admin/payments?state=attention' : orderPath(orderId),
  };
  if (attempt.failed_cents > 0) {
    const amount = formatCents(attempt.failed_cents, currency);
    const what = `The refund of ${orderId} failed`;
    const otherwise = `${error}. Until you pay it another way, the buyer does not have the ${amount}.`;
    return { ...common, kind: 'refund', what, otherwise, action: 'Look' };
  }
  return {
    ...common,
    kind: 'attention',
    what: `${orderId}: the payment of ${formatCents(attempt.amount_cents, currency)} is not as it should be`,
    otherwise: `${error}. Until somebody looks at it, the shop does nothing more about it.`,
    action: 'Look',
  };
}

export function differenceNeed(row: PaymentDifferencesTable): Need {
  return {
    id: `difference ${row.id}`,
    kind: 'difference',
    what:
      row.order_id === null
        ? 'A payment at the card processor belongs to no order'
        : `${row.order_id}: the shop and the card processor differ`,
    otherwise: `${wordsOf(sayIn('en'), row)} Until they agree, your sales figures are not what you have.`,
    ...withoutDate,
    since: iso(row.found_at),
    path: row.order_id === null ? '/admin/settings/payments' : orderPath(row.order_id),
    action: 'Look',
  };
}

export function connectionNeed(doneAt: number | null): Need {
  return {
    id: 'connection',
    kind: 'connection',
    what: 'The card processor does not answer the shop',
    otherwise: 'Payments are not compared, and events that could not be delivered are not fetched.',
    ...withoutDate,
    since: doneAt === null ? null : iso(doneAt),
    path: '/admin/settings/payments',
    action: 'Check',
  };
}

export function transferNeed(order: LapsingTransfer, currency: string, now: number): Need {
  const left = formatCents(asCents(order.total_cents - order.received_cents), currency);
  return {
    id: `transfer ${order.id}`,
    kind: 'transfer',
    what: `The bank transfer for ${order.id} has not arrived yet`,
    otherwise: `${left} is left to pay. When the time is over the order is cancelled, and its pieces are for sale again.`,
    dueAt: iso(order.reserved_until),
    since: null,
    isLate: order.reserved_until <= now,
    path: orderPath(order.id),
    action: 'Open the order',
  };
}

export function returnNeed(row: RequestedReturn): Need {
  return {
    id: `return ${row.id}`,
    kind: 'return',
    what: `The buyer of ${row.order_id} asks to return ${row.pieces === 1 ? 'a piece' : `${row.pieces} pieces`}`,
    otherwise: 'They wait for your answer before they send anything.',
    ...withoutDate,
    since: iso(row.created_at),
    path: orderPath(row.order_id),
    action: 'Answer',
  };
}

export function bankNeed({ count, since }: { count: number; since: number | null }): Need {
  return {
    id: 'bank',
    kind: 'bank',
    what: `${count} ${count === 1 ? 'row of the bank statement has' : 'rows of bank statements have'} no order`,
    otherwise: 'Until they are matched, an order that was paid may be cancelled.',
    ...withoutDate,
    since: since === null ? null : iso(since),
    path: '/admin/orders/bank',
    action: 'Match',
  };
}

export function backupNeed({ reason, lastGoodAt }: BackupTrouble): Need {
  return {
    id: 'backup',
    kind: 'backup',
    what: 'The shop has no good backup of the last night',
    otherwise: `${reason.replace(/[.]?$/, '.')} If the machine fails, what happened since the last good backup is lost.`,
    ...withoutDate,
    since: lastGoodAt === null ? null : iso(lastGoodAt),
    path: '/admin/settings/backups',
    action: 'Look',
  };
}

/** Late after a day. `now` in epoch milliseconds. */
export function enquiryNeed({ count, since }: { count: number; since: number | null }, now: number): Need {
  const isLate = since !== null && since < now - answerWithin;
  return {
    id: 'enquiry',
    kind: 'enquiry',
    what: `${count} ${count === 1 ? 'enquiry waits' : 'enquiries wait'} for an answer`,
    otherwise: isLate ? 'The oldest has waited for more than a day.' : 'Nobody has answered the sender.',
    dueAt: null,
    since: since === null ? null : iso(since),
    isLate,
    path: '/admin/enquiries',
    action: 'Answer',
  };
}
