import type Stripe from 'stripe';
import type { EventSeen, IntentSeen, PaymentsListed } from './processor.ts';
import { stripeEventTypes } from './stripe-events.ts';
import { disputeOf, eventOf, idOf, intentOf, refundOf } from './stripe-objects.ts';

/** How many rows Stripe returns at once at most; the library asks for further pages. */
const limit = 100;

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);

/** Implements `Processor.listPayments`. Reads no charges: a payment has its sums, and the key needs no further permission. */
export async function listPayments(stripe: Stripe, since: number): Promise<PaymentsListed> {
  const parameters = { created: { gte: seconds(since) }, limit };
  const refunds = await all(stripe.refunds.list(parameters));
  const disputes = await all(stripe.disputes.list(parameters));
  // Read last: a payment that begins meanwhile is listed, and what happens to it later is found by the next comparison.
  const intents = await all(stripe.paymentIntents.list(parameters));
  const refundsBy = Map.groupBy(refunds, (refund) => idOf(refund.payment_intent));
  const disputesBy = Map.groupBy(disputes, (dispute) => idOf(dispute.payment_intent));
  const payments = intents.map((intent): IntentSeen => {
    const currency = intent.currency.toUpperCase();
    return {
      ...intentOf(intent, currency),
      refunds: (refundsBy.get(intent.id) ?? []).map((refund) => refundOf(refund, currency)),
      disputes: (disputesBy.get(intent.id) ?? []).map((dispute) => disputeOf(dispute, currency)),
    };
  });
  const listed = new Set<string | null>(intents.map(({ id }) => id));
  const touched = new Set([...refundsBy.keys(), ...disputesBy.keys()]);
  return { payments, earlier: [...touched].filter((id) => id !== null && !listed.has(id)).map(String) };
}

/** Implements `Processor.listUndelivered`, oldest first. Stripe also lists an event that one of several endpoints has not accepted. */
export async function listUndelivered(
  stripe: Stripe,
  { from, until }: { from: number; until: number },
): Promise<EventSeen[]> {
  const events = await all(
    stripe.events.list({
      created: { gte: seconds(from), lte: seconds(until) },
      delivery_success: false,
      types: [...stripeEventTypes],
      limit,
    }),
  );
  return events.map(eventOf).toReversed();
}

async function all<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  return Array.fromAsync(pages);
}
