import type { BuyerAtStripe, PaidShop } from '#server/testing/open-paid-shop.ts';
import type { Call, Failure } from '#server/testing/stripe/fake-stripe.ts';

/** Something that is tried on a shop. Scenarios share the shop, so each creates its own buyers and pieces and leaves nothing under way. */
export type Scenario = (shop: PaidShop, found: Findings) => Promise<void>;

let count = 0;
const newName = (what: string) => `${what} ${++count}`;

export const someone = (shop: PaidShop) => shop.customer(newName('Buyer'));
export const newListing = (shop: PaidShop) => shop.listing(newName('Piece'));

/** Creates pieces and a buyer of them, who is on Stripe's page. */
export async function newBuyer(shop: PaidShop, listings = 1): Promise<BuyerAtStripe> {
  const bought = await Promise.all(Array.from({ length: listings }, () => newListing(shop)));
  return shop.buyerAtStripe(newName('Buyer'), ...bought);
}

/** Creates a buyer who has paid, and waits until the shop knows it. */
export async function paid(shop: PaidShop, listings = 1): Promise<BuyerAtStripe & { intentId: string }> {
  const anna = await newBuyer(shop, listings);
  const { id } = shop.stripe.authorise(anna.sessionId);
  await shop.quiet();
  return { ...anna, intentId: id };
}

export const cancel = (shop: PaidShop, { buyer: { token }, orderId: id }: BuyerAtStripe) =>
  shop.call('cancelOrder', { token, params: { id } });

/** The states of the order's attempts, oldest first, as one text. */
export const stateOf = async (shop: PaidShop, { orderId }: BuyerAtStripe) => (await shop.attemptsOf(orderId)).join(' ');

/** Holds the webhooks back while `work` runs, and sends them afterwards. */
export async function beforeWebhooks(shop: PaidShop, work: () => unknown): Promise<void> {
  shop.stripe.webhooks.mode = 'held';
  await work();
  await shop.stripe.webhooks.release();
  shop.stripe.webhooks.mode = 'on';
}

/**
 * Makes the shop's next call fail, repetitions included. Stripe's library repeats a request twice if the connection was cut, so it is cut
 * three times. Other errors need to be set once, because a repetition has the same idempotency key and is answered in the same way.
 */
export const failAll = (shop: PaidShop, call: Call, failure: Failure) =>
  shop.stripe.failNext(call, failure, String(failure).startsWith('drop') ? 3 : 1);

/** Moves the clock until the delays before all repeated tries of the shop are over. */
export async function settleDown(shop: PaidShop): Promise<void> {
  await shop.quiet();
  for (let round = 0; round < 4; round += 1) await shop.later(3 * 60_000);
}

export interface Findings {
  violations: string[];
  /** The name of the scenario that runs, for its violations. */
  scenario: string;
  isShort: boolean;
  /** Orders whose refund failed at the bank: the record has the refund, and the owner must pay it in another way. */
  expectedDifferences: Set<string>;
}

export function expectEqual(found: Findings, what: string, is: unknown, wanted: unknown): void {
  if (is !== wanted) found.violations.push(`${found.scenario}: ${what}: ${String(is)} instead of ${String(wanted)}`);
}
