import type { OrderDetails } from '#contract/orders.ts';
import type { DeclineReason } from '#contract/states.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { selectAttemptsOfOrder } from './attempts.queries.ts';

/**
 * What a buyer may know of the processor's codes (docs.stripe.com/declines/codes). All other codes are `bank`, also those of lost,
 * stolen and suspected cards: nobody may learn from this shop that a card was reported.
 */
const reasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'funds',
  card_velocity_exceeded: 'limit',
  withdrawal_count_limit_exceeded: 'limit',
  expired_card: 'expired',
  incorrect_number: 'details',
  invalid_number: 'details',
  incorrect_cvc: 'details',
  invalid_cvc: 'details',
  invalid_expiry_month: 'details',
  invalid_expiry_year: 'details',
  incorrect_zip: 'details',
  authentication_required: 'authentication',
  authentication_not_handled: 'authentication',
  payment_intent_authentication_failure: 'authentication',
  card_not_supported: 'unsupported',
  currency_not_supported: 'unsupported',
  processing_error: 'again',
  issuer_not_available: 'again',
  reenter_transaction: 'again',
  try_again_later: 'again',
};

/** Whether the latest attempt to pay a pending order was declined, and why, or waits for the buyer's bank; empty if neither. */
export async function findOutcome(
  reader: Reader,
  orderId: string,
): Promise<Pick<OrderDetails, 'declined' | 'isWithBank'>> {
  const latest = (await selectAttemptsOfOrder(reader, orderId)).at(-1);
  // Without a page the buyer could not try to pay: an error then is about opening the page.
  if (!latest || latest.session_id === null) return {};
  if (latest.state === 'open' && latest.intent_id !== null) return { isWithBank: true };
  if (latest.error === '' || !['open', 'expired', 'failed'].includes(latest.state)) return {};
  return { declined: reasons[latest.error] ?? 'bank' };
}
