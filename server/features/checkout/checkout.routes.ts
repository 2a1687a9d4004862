import { isRefusal } from '#contract/errors.ts';
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
      return isRefusal(order) ? order : { message: say('Order created'), order };
    },
    confirmPayment: async ({ body, session, idempotencyKey }) => {
      const call = { userId: session.userId, route: 'confirm-payment', key: idempotencyKey, body };
      const order = await (shop.processor ? confirmAtProcessor : confirmPayment)(shop, call, body);
      return isRefusal(order) ? order : { order };
    },
    startPayment: async ({ params, session, address, pageLanguage }) => {
      const next = await beginPayment(shop, { userId: session.userId, address }, params.id, pageLanguage ?? 'en');
      return isRefusal(next) ? next : { next };
    },
  };
}
