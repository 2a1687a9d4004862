import { isRefusal } from '#contract/errors.ts';
import type { Order, OrderDetails } from '#contract/orders.ts';
import { listHolds } from '#server/holds/holds.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { checkOut, confirmPayment, endHoldAsAdmin, giveUp, startHold } from './checkout.ts';

export type CheckoutEndpoint =
  | 'listHolds'
  | 'releaseHold'
  | 'holdPieces'
  | 'releaseHolds'
  | 'createCheckout'
  | 'createOrder'
  | 'confirmPayment';

export function checkoutRoutes(shop: Shop): Handlers<CheckoutEndpoint> {
  return {
    listHolds: async () => ({ holds: await listHolds(shop) }),
    releaseHold: async ({ params, session }) => (await endHoldAsAdmin(shop, session.userId, params.id)) ?? {},
    holdPieces: ({ body, session }) => startHold(shop, session.userId, body.listingIds),
    releaseHolds: async ({ session }) => (await giveUp(shop, session.userId)) ?? {},
    createCheckout: async ({ body, session, idempotencyKey }) => {
      const call = { userId: session.userId, route: 'checkout', key: idempotencyKey, body };
      const order = await checkOut(shop, call, body);
      if (isRefusal(order)) return order;
      const { id, orderDate, holdExpiresAt } = order;
      return { message: 'Checkout created', orderDate, orderId: id, holdExpiresAt };
    },
    createOrder: async ({ body, session, idempotencyKey }) => {
      const call = { userId: session.userId, route: 'orders', key: idempotencyKey, body };
      const order = await checkOut(shop, call, body);
      return isRefusal(order) ? order : { message: 'Order created', order: withoutDetails(order) };
    },
    confirmPayment: async ({ body, session, idempotencyKey }) => {
      const call = { userId: session.userId, route: 'confirm-payment', key: idempotencyKey, body };
      const order = await confirmPayment(shop, call, body);
      return isRefusal(order) ? order : { order: withoutDetails(order) };
    },
  };
}

/** Payments and history belong to the calls that ask for the details. */
function withoutDetails({ payments, history, ...order }: OrderDetails): Order {
  return order;
}
