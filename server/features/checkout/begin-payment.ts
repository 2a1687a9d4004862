import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { type Language, pathIn } from '#contract/languages.ts';
import { durations } from '#contract/limits.ts';
import { toCents } from '#contract/money.ts';
import { deliveryLine } from '#contract/order-lines.ts';
import type { Order, OrderDetails } from '#contract/orders.ts';
import type { PaymentStep } from '#contract/payments.ts';
import { ownsListings } from '#contract/states.ts';
import { lockUser } from '#server/features/accounts/accounts.ts';
import { countAttempt } from '#server/features/attempts/attempts.ts';
import { translateDeliveryName } from '#server/features/delivery/delivery.ts';
import { holdListings, prolongHolds } from '#server/features/holds/holds.ts';
import {
  findOrder,
  findOrderDetails,
  findOwnOrder,
  type LockedOrder,
  lockConfirmedOrder,
  lockOrder,
  lockOrderedListings,
  prolongCheckout,
} from '#server/features/orders/orders.ts';
import {
  type AttemptRow,
  addAttempt,
  liveStates,
  type PaymentPage,
  type Processor,
  ProcessorError,
  selectAttemptsOfOrder,
  storePage,
  updateAttempt,
} from '#server/features/payments/payments.ts';
import { findAnswerLanguage } from '#server/features/settings/settings.ts';
import { endEarlierAttempt, settleOrder } from '#server/features/settlement/settlement.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { translateContractText } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { beginTransfer } from './begin-transfer.ts';
import { type Buyer, lockKeeper, type PaymentInput } from './checkout.ts';
import type { IdempotentCall } from './idempotency.ts';

/** How often one account may begin to pay, because each time calls the processor several times. `window` in milliseconds. */
const rateLimit = { limit: 30, window: 60 * 60_000 };

/**
 * Begins the payment of the buyer's own pending order. Returns where the buyer pays, and `none` with simulated payments and for an
 * order that is paid. The processor's page is in `language` if the shop shows it (docs/behaviour/payments.md, 6). An earlier attempt
 * ends first, and the holds outlive the processor's page. Refuses an unknown order (404), an unavailable listing (409), more holds
 * than the buyer may have (409, 429), more than 30 payments begun in an hour (429), and a processor that cannot be reached (503).
 */
export async function beginPayment(
  shop: Shop,
  buyer: Buyer,
  orderId: string,
  language: Language,
): Promise<PaymentStep | Refusal> {
  const order = await findOwnOrder(shop, buyer.userId, orderId);
  if (isRefusal(order)) return order;
  if (order.paymentMethod === 'transfer') return beginTransfer(shop, buyer, orderId);
  const { processor } = shop;
  if (!processor) return { kind: 'none' };
  const limited = await shop.database.write((tx) =>
    countAttempt(tx, shop, [{ subject: `payments begun:${buyer.userId}`, ...rateLimit }]),
  );
  if (limited) return limited;
  const unreachable = await endEarlierAttempt(shop, processor, orderId);
  if (unreachable) return unreachable;
  const attempt = await shop.database.write((tx) => prepareAttempt(tx, shop, buyer, orderId));
  if (isRefusal(attempt)) return attempt;
  return attempt === 'paid' ? { kind: 'none' } : openPage(shop, processor, attempt, language);
}

async function prepareAttempt(
  tx: Writer,
  shop: Shop,
  buyer: Buyer,
  orderId: string,
): Promise<AttemptRow | 'paid' | Refusal> {
  const keeper = await lockKeeper(tx, shop, buyer);
  if (!keeper) return refuse('signInNeeded');
  const order = await lockOrder(tx, orderId);
  if (order?.row.user_id !== buyer.userId) return refuse('orderNotFound');
  if (ownsListings(order.row.status)) return 'paid';
  if (order.row.status !== 'pending') return refuse('checkoutEnded');
  const others = await selectAttemptsOfOrder(tx, orderId);
  if (others.some(({ state }) => liveStates.some((live) => live === state))) return refuse('paymentUnderWay');

  const listings = await lockOrderedListings(tx, shop, order);
  if (isRefusal(listings)) return listings;
  const held = await holdListings(tx, shop, { keeper, listings, mode: 'take over' });
  if (isRefusal(held)) return held;
  const expiresAt = shop.clock() + durations.processorPage;
  const until = await prolongHolds(tx, shop, { keeper, listings, until: expiresAt });
  await prolongCheckout(tx, orderId, until ?? expiresAt);
  const { total_cents: amount } = order.row;
  return addAttempt(tx, shop, { orderId, userId: buyer.userId, amount, expiresAt });
}

const payToAdvice = "Turn it on in Stripe's Dashboard, or off in the shop's settings.";

/** Opens the processor's page for an attempt. Runs outside of a transaction, because the processor may be slow. */
async function openPage(
  shop: Shop,
  processor: Processor,
  attempt: AttemptRow,
  wanted: Language,
): Promise<PaymentStep | Refusal> {
  const { read } = shop.database;
  const order = await findOrderDetails(read, attempt.order_id);
  if (!order) return refuse('orderNotFound');
  // The buyer comes back to a page in this language, which exists only while the shop shows it.
  const language = await findAnswerLanguage(read, wanted);
  const { deliveryName } = await translateDeliveryName(read, language, order);
  const page = pageOf(shop, attempt, { ...order, deliveryName }, language);
  const opened = await processor.openPage(page).catch((error: unknown) => {
    if (error instanceof ProcessorError) return error;
    throw error;
  });
  if (opened instanceof ProcessorError) {
    shop.log.error({ attempt: attempt.id, reason: opened.message }, 'the page for a payment could not be opened');
    const isPayToRefused = order.paymentMethod === 'payto' && opened.kind === 'refused';
    const error = isPayToRefused
      ? `Stripe refused a payment by PayTo (${opened.message}). ${payToAdvice}`
      : opened.message;
    const failed = { state: 'failed', error, check_at: null, changed_at: shop.clock() } as const;
    await shop.database.write((tx) => updateAttempt(tx, attempt.id, failed));
    return isPayToRefused ? refuse('paytoRefused') : refuse('processorUnavailable');
  }
  const { sessionId, url } = opened;
  const opening = { session_id: sessionId, url, changed_at: shop.clock() };
  if (await shop.database.write((tx) => storePage(tx, attempt.id, opening))) return { kind: 'redirect', url };
  // Another call has begun a payment since. A page that cannot be ended now does no harm, because nobody knows its address.
  await processor.endPage(sessionId).catch(() => undefined);
  return refuse('paymentReplaced');
}

function pageOf(
  { settings: { publicUrl } }: Shop,
  attempt: AttemptRow,
  order: OrderDetails,
  language: Language,
): PaymentPage {
  const delivery = deliveryLine(order);
  const query = `order=${encodeURIComponent(order.id)}`;
  return {
    attemptId: attempt.id,
    orderId: order.id,
    language,
    method: order.paymentMethod === 'payto' ? 'payto' : 'card',
    items: [
      ...order.items.map(({ listing, price }) => ({ name: listing.name, amount: toCents(price) })),
      ...(delivery && delivery.price > 0
        ? [{ name: translateContractText(delivery.label, language), amount: toCents(delivery.price) }]
        : []),
    ],
    currency: attempt.currency,
    email: order.buyer.email,
    expiresAt: attempt.expires_at,
    returnUrl: `${publicUrl}${pathIn(language, '/payment/return')}?${query}`,
    cancelUrl: `${publicUrl}${pathIn(language, '/payment')}?${query}`,
  };
}

/**
 * Asks the processor about the payment of an order and returns the order: only the processor's answer makes it paid, never this call of
 * the browser. Refused: an unknown order (404), other listings than the order's (409). While the processor cannot be reached, the order
 * is returned as it is.
 */
export async function confirmAtProcessor(
  shop: Shop,
  { userId }: IdempotentCall,
  input: PaymentInput,
): Promise<Order | Refusal> {
  const order = await shop.database.write(async (tx): Promise<LockedOrder | Refusal> => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    const orderDate = input.orderDate === undefined ? undefined : Date.parse(input.orderDate);
    return lockConfirmedOrder(tx, { ...input, userId, orderDate });
  });
  if (isRefusal(order)) return order;
  await settleOrder(shop, order.row.id).catch((error: unknown) => {
    if (!(error instanceof ProcessorError)) throw error;
    shop.log.warn({ order: order.row.id, reason: error.message }, 'a payment could not be read at the processor');
  });
  return (await findOrder(shop.database.read, order.row.id)) ?? refuse('orderNotFound');
}
