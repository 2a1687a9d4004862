import { asCents, type Cents, formatCents } from '#contract/money.ts';
import type { Say } from '#server/platform/translations.ts';

interface Modification {
  /** Names of pieces. */
  added: readonly string[];
  removed: readonly string[];
  /** How much more the order costs, in cents; negative for a refund. */
  difference: Cents;
}

/** What a buyer changed in an order, in words for its history and for the email about it. */
export function changeInWords(say: Say, currency: string, { added, removed, difference }: Modification): string {
  const amount = formatCents(asCents(Math.abs(difference)), currency);
  const changes = [
    ...(added.length > 0 ? [say('added {names}', { names: added.join(', ') })] : []),
    ...(removed.length > 0 ? [say('removed {names}', { names: removed.join(', ') })] : []),
    ...(difference > 0 ? [say('{amount} charged', { amount })] : []),
    ...(difference < 0 ? [say('{amount} refunded', { amount })] : []),
  ];
  return say('Order modified: {changes}', { changes: changes.join('; ') });
}
