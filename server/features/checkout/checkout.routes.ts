import { isRefusal } from '#contract/errors.ts';
import { type Order, type OrderDetails, order as orderSchema } from '#contract/orders.ts';
import { listHolds } from '#server/features/holds/holds.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { beginPayment, confirmAtProcessor } from './begin-payment.ts';
import { cancelCheckout, confirmPayment, createCheckout, createHold, releaseHoldAsAdmin } from './checkout.ts';

export type CheckoutEndpoint =
  | 'listHolds'
  | 'releaseHold'
  | 'holdPieces'
  | 'releaseHolds'
  | 'createCheckout'
  | 'createOrder'
  | 'confirmPayment'
  | 'startPayment';

export function checkoutRoutes(shop: Shop): Handlers<CheckoutEndpoint> {
  return {
    listHolds: async () => ({ holds: await listHolds(shop) }),
    releaseHold: async ({ params, session }) => (await releaseHoldAsAdmin(shop, session.userId, params.id)) ?? {},
    holdPieces: ({ body, session, address }) => createHold(shop, { userId: session.userId, address }, body.listingIds),
    releaseHolds: async ({ session }) => (await cancelCheckout(shop, session.userId)) ?? {},
    createCheckout: async ({ body, session, address, idempotencyKey }) => {
      const call = { userId: session.userId, address, route: 'checkout', key: idempotencyKey, body };
      const order = await createCheckout(shop, call, body);
      if (isRefusal(order)) return order;
      const { id, orderDate, holdExpiresAt } = order;
      return { message: say('Checkout created'), orderDate, orderId: id, holdExpiresAt };
    },
    createOrder: async ({ body, session, address, idempotencyKey }) => {
      const call = { userId: session.userId, address, route: 'orders', key: idempotencyKey, body };
      const order = await createCheckout(shop, call, body);
      return isRefusal(order) ? order : { message: say('Order created'), order: withoutDetails(order) };
    },
    confirmPayment: async ({ body, session, idempotencyKey }) => {
      const call = { userId: session.userId, route: 'confirm-payment', key: idempotencyKey, body };
      const order = await (shop.processor ? confirmAtProcessor : confirmPayment)(shop, call, body);
      return isRefusal(order) ? order : { order: withoutDetails(order) };
    },
    startPayment: async ({ params, session, address, pageLanguage }) => {
      const next = await beginPayment(shop, { userId: session.userId, address }, params.id, pageLanguage ?? 'en');
      return isRefusal(next) ? next : { next };
    },
  };
}

/** The order without its payments, its history and the other details, which only the endpoints for details return. */
const withoutDetails = (details: OrderDetails): Order => orderSchema.parse(details);
