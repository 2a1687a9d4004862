import type { Language } from '#contract/languages.ts';
import { orderStatusLabel } from '#contract/states.ts';
import { type Say, sayIn, translateContractText, translateText } from '#server/platform/translations.ts';

/** Translates the label of a delivery, which orders and tax invoices have in English. The name of a delivery zone stays as it is. */
export function deliveryLabelIn(language: Language, label: string): string {
  const say = sayIn(language);
  const place = /^Delivery: Pickup, (.*)$/s.exec(label)?.[1];
  const english = place === undefined ? label : `Delivery: ${say('Pickup, {place}', { place })}`;
  return translateContractText(english, language);
}

/** Translates the reason of an adjustment note, which is stored in English. What somebody has typed stays as it is. */
export function reasonIn(language: Language, reason: string): string {
  if (language === 'en') return reason;
  const say = sayIn(language);
  const changes = /^Order modified: (.*)$/s.exec(reason)?.[1];
  if (changes !== undefined) {
    const said = changes.split('; ').map((change) => firstOf(say, changesOfOrder, change) ?? change);
    return say('Order modified: {changes}', { changes: said.join('; ') });
  }
  const status = statuses.find((label) => reason === `Status set to ${label.toLowerCase()}`);
  if (status) return say('Status set to {status}', { status: translateContractText(status, language).toLowerCase() });
  if (fixedReasons.includes(reason)) return translateText(reason, language);
  return firstOf(say, [refundedAtPaymentService], reason) ?? reason;
}

const statuses = Object.values(orderStatusLabel);

/** The pattern of a text that the shop composed in English around a value, and how the text is said with this value. */
type Composed = readonly [pattern: RegExp, inWords: (say: Say, value: string) => string];

const changesOfOrder: readonly Composed[] = [
  [/^added (.+)$/s, (say, names) => say('added {names}', { names })],
  [/^removed (.+)$/s, (say, names) => say('removed {names}', { names })],
  [/^(.+) charged$/, (say, amount) => say('{amount} charged', { amount })],
  [/^(.+) refunded$/, (say, amount) => say('{amount} refunded', { amount })],
];

const refundedAtPaymentService: Composed = [
  /^(.+) refunded at the payment service$/,
  (say, amount) => say('{amount} refunded at the payment service', { amount }),
];

const fixedReasons: readonly string[] = [
  'Order cancelled',
  'The payment came too late: nothing was charged',
  'The payment came too late: it is refunded',
  'The authorisation of the payment ended: nothing was charged',
];

function firstOf(say: Say, texts: readonly Composed[], text: string): string | null {
  for (const [pattern, inWords] of texts) {
    const found = pattern.exec(text);
    if (found) return inWords(say, found[1] ?? '');
  }
  return null;
}
