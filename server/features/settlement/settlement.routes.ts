import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { rowsOf } from '#contract/lists.ts';
import type { PaymentAttempt } from '#contract/payments.ts';
import { replyWithOrder } from '#server/features/orders/orders.ts';
import {
  ProcessorError,
  presentAttempt,
  presentDispute,
  selectAttempt,
  selectAttempts,
  selectAttemptsOfOrder,
  selectDisputesOfOrder,
} from '#server/features/payments/payments.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { receiveEvent } from './receive-event.ts';
import { payRefundsOutside } from './refunds-outside.ts';
import { settleAttempt } from './settlement.ts';

export function settlementRoutes(
  shop: Shop,
): Handlers<'receiveStripeEvent' | 'listPayments' | 'getOrderMoney' | 'checkPayment' | 'payRefundOutside'> {
  return {
    receiveStripeEvent: async ({ body, header }) =>
      (await receiveEvent(shop, { body, signature: header('stripe-signature') })) ?? {},
    listPayments: async ({ query: { state, ...page }, pageLanguage }) => {
      const { rows, total } = await selectAttempts(shop.database.read, { state, ...rowsOf(page) });
      return { payments: rows.map((row) => presentAttempt(row, pageLanguage ?? 'en')), total };
    },
    getOrderMoney: async ({ params: { id }, pageLanguage }) => {
      const attempts = await selectAttemptsOfOrder(shop.database.read, id);
      const disputes = await selectDisputesOfOrder(shop.database.read, id);
      return {
        attempts: attempts
          .toReversed()
          .slice(0, 20)
          .map((row) => presentAttempt(row, pageLanguage ?? 'en')),
        disputes: disputes.map(presentDispute),
      };
    },
    payRefundOutside: async ({ params, body, session, pageLanguage }) =>
      replyWithOrder(shop, await payRefundsOutside(shop, session.userId, params.id, body.note), pageLanguage),
    checkPayment: async ({ params, pageLanguage }) => {
      const payment = await checkPayment(shop, params.id, pageLanguage ?? 'en');
      return isRefusal(payment) ? payment : { payment };
    },
  };
}

/** Settles an attempt now and returns it. Refuses an unknown one (404), and (503) if a call to the processor fails. */
async function checkPayment(shop: Shop, id: string, language: Language): Promise<PaymentAttempt | Refusal> {
  try {
    await settleAttempt(shop, id, { withDisputes: true });
  } catch (error) {
    if (error instanceof ProcessorError) return refuse('processorUnavailable');
    throw error;
  }
  const attempt = await selectAttempt(shop.database.read, id);
  return attempt ? presentAttempt(attempt, language) : refuse('paymentNotFound');
}
