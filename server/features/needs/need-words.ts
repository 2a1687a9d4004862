import { capitalised } from '#contract/capitalised.ts';
import { type Language, localeIn } from '#contract/languages.ts';
import { asCents, formatCents } from '#contract/money.ts';
import type { Need } from '#contract/needs.ts';
import type { BackupTrouble, Disk } from '#server/features/backups/backups.ts';
import { wordsOf } from '#server/features/reconciliation/reconciliation.ts';
import type { FailingQueue } from '#server/platform/concurrency/failed-work.ts';
import type { PaymentDifferencesTable } from '#server/platform/database/payment-tables.ts';
import type { Say } from '#server/platform/translations.ts';
import type { GivenUpWork } from './given-up.queries.ts';
import type { AttentionRow, DisputeToAnswer, LapsingTransfer, RequestedReturn, WaitingName } from './needs.queries.ts';

const iso = (at: number) => new Date(at).toISOString();
const orderPath = (id: string) => `/admin/orders/${id}`;
/** Milliseconds: an enquiry that has waited longer is late. */
const answerWithin = 24 * 60 * 60_000;
const withoutDate = { dueAt: null, isLate: false };

export function disputeNeed(say: Say, dispute: DisputeToAnswer, now: number): Need {
  const amount = formatCents(dispute.amount_cents, dispute.currency);
  const isInquiry = dispute.status.startsWith('warning');
  const values = { id: dispute.order_id, amount };
  return {
    id: `dispute ${dispute.id}`,
    kind: 'dispute',
    what: isInquiry
      ? say('The bank of {id}’s buyer asks about {amount}', values)
      : say('The bank of {id}’s buyer disputes {amount}', values),
    otherwise: `${reasonOf(dispute)}. ${isInquiry ? say('Without an answer it becomes a dispute.') : say('Without an answer the money goes back.')}`,
    dueAt: dispute.due_by === null ? null : iso(dispute.due_by),
    since: iso(dispute.created_at),
    isLate: dispute.due_by !== null && dispute.due_by <= now,
    path: orderPath(dispute.order_id),
    action: say('Answer'),
  };
}

/** The reason of a dispute in words, e.g. "Product not received" for Stripe's `product_not_received`. */
const reasonOf = ({ reason }: DisputeToAnswer): string => capitalised(reason.replaceAll('_', ' '));

export function attentionNeed(say: Say, attempt: AttentionRow): Need {
  const { order_id: orderId, currency, error } = attempt;
  const common = {
    id: `attention ${attempt.id}`,
    ...withoutDate,
    since: iso(attempt.changed_at),
    path: attempt.known_order === null ? '/admin/payments?state=attention' : orderPath(orderId),
  };
  if (attempt.failed_cents > 0) {
    const amount = formatCents(attempt.failed_cents, currency);
    const what = say('The refund of {id} failed', { id: orderId });
    const otherwise = `${error}. ${say('Until you pay it another way, the buyer does not have the {amount}.', { amount })}`;
    return { ...common, kind: 'refund', what, otherwise, action: say('Look') };
  }
  return {
    ...common,
    kind: 'attention',
    what: say('{id}: the payment of {amount} is not as it should be', {
      id: orderId,
      amount: formatCents(attempt.amount_cents, currency),
    }),
    otherwise: `${error}. ${say('Until somebody looks at it, the shop does nothing more about it.')}`,
    action: say('Look'),
  };
}

export function differenceNeed(say: Say, row: PaymentDifferencesTable): Need {
  return {
    id: `difference ${row.id}`,
    kind: 'difference',
    what:
      row.order_id === null
        ? say('A payment at the card processor belongs to no order')
        : say('{id}: the shop and the card processor differ', { id: row.order_id }),
    otherwise: `${wordsOf(say, row)} ${say('Until they agree, your sales figures are not what you have.')}`,
    ...withoutDate,
    since: iso(row.found_at),
    path: row.order_id === null ? '/admin/settings/payments' : orderPath(row.order_id),
    action: say('Look'),
  };
}

export function connectionNeed(say: Say, doneAt: number | null): Need {
  return {
    id: 'connection',
    kind: 'connection',
    what: say('The card processor does not answer the shop'),
    otherwise: say('Payments are not compared, and events that could not be delivered are not fetched.'),
    ...withoutDate,
    since: doneAt === null ? null : iso(doneAt),
    path: '/admin/settings/payments',
    action: say('Check'),
  };
}

export function transferNeed(
  say: Say,
  order: LapsingTransfer,
  { currency, now }: { currency: string; now: number },
): Need {
  const left = formatCents(asCents(order.total_cents - order.received_cents), currency);
  return {
    id: `transfer ${order.id}`,
    kind: 'transfer',
    what: say('The bank transfer for {id} has not arrived yet', { id: order.id }),
    otherwise: say(
      '{amount} is left to pay. When the time is over the order is cancelled, and its pieces are for sale again.',
      { amount: left },
    ),
    dueAt: iso(order.reserved_until),
    since: null,
    isLate: order.reserved_until <= now,
    path: orderPath(order.id),
    action: say('Open the order'),
  };
}

export function returnNeed(say: Say, row: RequestedReturn): Need {
  return {
    id: `return ${row.id}`,
    kind: 'return',
    what:
      row.pieces === 1
        ? say('The buyer of {id} asks to return a piece', { id: row.order_id })
        : say('The buyer of {id} asks to return {count} pieces', { id: row.order_id, count: row.pieces }),
    otherwise: say('They wait for your answer before they send anything.'),
    ...withoutDate,
    since: iso(row.created_at),
    path: orderPath(row.order_id),
    action: say('Answer'),
  };
}

export function nameNeed(say: Say, row: WaitingName): Need {
  return {
    id: `name ${row.order_id}`,
    kind: 'name',
    what: say('The buyer of {id} wants to be named in the provenance: “{name}”', { id: row.order_id, name: row.name }),
    otherwise: say('Until you agree, visitors do not read the name.'),
    ...withoutDate,
    since: iso(row.agreed_at),
    path: orderPath(row.order_id),
    action: say('Answer'),
  };
}

export function bankNeed(say: Say, { count, since }: { count: number; since: number | null }): Need {
  return {
    id: 'bank',
    kind: 'bank',
    what:
      count === 1
        ? say('{count} row of the bank statement has no order', { count })
        : say('{count} rows of bank statements have no order', { count }),
    otherwise: say('Until they are matched, an order that was paid may be cancelled.'),
    ...withoutDate,
    since: since === null ? null : iso(since),
    path: '/admin/orders/bank',
    action: say('Match'),
  };
}

export function diskNeed(say: Say, { place, freeBytes }: Disk, language: Language): Need {
  const free = `${(freeBytes / 1_000_000_000).toLocaleString(localeIn(language, 'en-AU'), { maximumFractionDigits: 1 })} GB`;
  return {
    id: `disk ${place}`,
    kind: 'disk',
    what:
      place === 'data'
        ? say('The disk of the shop is nearly full: {free} are free', { free })
        : say('The disk of the backups is nearly full: {free} are free', { free }),
    otherwise:
      place === 'data'
        ? say(
            'When it is full, nobody can order, and nothing can be changed. Ask whoever runs the server for a larger disk.',
          )
        : say(
            'When it is full, there are no more backups. Ask whoever runs the server for a larger disk, or to keep fewer.',
          ),
    ...withoutDate,
    since: null,
    path: '/admin/settings/backups',
    action: say('Look'),
  };
}

export function backupNeed(say: Say, { reason, lastGoodAt }: BackupTrouble): Need {
  return {
    id: 'backup',
    kind: 'backup',
    what: say('The shop has no good backup of the last night'),
    otherwise: `${reason.replace(/[.]?$/, '.')} ${say('If the machine fails, what happened since the last good backup is lost.')}`,
    ...withoutDate,
    since: lastGoodAt === null ? null : iso(lastGoodAt),
    path: '/admin/settings/backups',
    action: say('Look'),
  };
}

/** The line about enquiries without an answer, late when the oldest has waited for more than a day. Times in epoch milliseconds. */
export function enquiryNeed(say: Say, { count, since }: { count: number; since: number | null }, now: number): Need {
  const isLate = since !== null && since < now - answerWithin;
  return {
    id: 'enquiry',
    kind: 'enquiry',
    what:
      count === 1
        ? say('{count} enquiry waits for an answer', { count })
        : say('{count} enquiries wait for an answer', { count }),
    otherwise: isLate ? say('The oldest has waited for more than a day.') : say('Nobody has answered the sender.'),
    dueAt: null,
    since: since === null ? null : iso(since),
    isLate,
    path: '/admin/enquiries',
    action: say('Answer'),
  };
}

/** The line about emails that were given up. `to`: the recipient of the last one. */
export function letterNeed(say: Say, { count, to, since }: { count: number; to: string; since: number | null }): Need {
  return {
    id: 'letter',
    kind: 'letter',
    what:
      count === 1
        ? say('An email to {to} could not be sent', { to })
        : say('{count} emails could not be sent, the last one to {to}', { count, to }),
    otherwise: say('The shop does not try again by itself. Reach the recipient in another way, or send it again.'),
    ...withoutDate,
    since: since === null ? null : iso(since),
    path: '/admin/settings/letters',
    action: say('Look'),
  };
}

/** The line about something that the shop does by itself and has given up. */
export function workNeed(say: Say, { queue, item, name, error, givenUpAt }: GivenUpWork): Need {
  const { what, otherwise, path } = wordsOfWork(say, queue, name);
  return {
    id: `work ${queue} ${item}`,
    kind: 'work',
    what,
    otherwise: `${otherwise} ${say('The last try ended with: {error}', { error })}`,
    ...withoutDate,
    since: iso(givenUpAt),
    path,
    action: say('Look'),
  };
}

function wordsOfWork(say: Say, queue: FailingQueue, name: string): { what: string; otherwise: string; path: string } {
  switch (queue) {
    case 'pictures':
      return {
        what: say('A photograph could not be prepared for small screens'),
        otherwise: say('Pages show it in full size. Upload it again in another size or format.'),
        path: name === '' ? '/admin/products' : `/admin/products?q=${encodeURIComponent(name)}`,
      };
    case 'publications':
      return {
        what: say('{name} could not be listed at its time', { name }),
        otherwise: say('Nobody sees it until you list it or choose another time.'),
        path: `/admin/products?q=${encodeURIComponent(name)}`,
      };
    case 'transfers':
      return {
        what: say('The reservation of {name} for a bank transfer could not be ended', { name }),
        otherwise: say('Its pieces stay reserved until you cancel the order or record the payment.'),
        path: orderPath(name),
      };
    case 'turns':
      return {
        what: say('The next person on the waiting list of {name} could not be told', { name }),
        otherwise: say('Write to that person, or take the piece off the waiting list.'),
        path: '/admin/products/waiting',
      };
    case 'alerts':
      return {
        what: say('An email that somebody asked for could not be written'),
        otherwise: say('That person gets no emails about pieces and new works.'),
        path: '/admin/settings/alerts',
      };
    case 'intake':
      return {
        what: say('Old photographs that wait to become pieces could not be removed'),
        otherwise: say('They take space on the disk until you remove them.'),
        path: '/admin/products/intake',
      };
  }
}
