import { refuse } from '#contract/errors.ts';
import { paymentOptionsOf } from '#server/features/payments/payments.ts';
import { findDeliveryFacts, findPaymentSettings } from '#server/features/settings/settings.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { openApiDocument } from './openapi.ts';

export function operationRoutes(shop: Shop): Handlers<'getHealth' | 'getOpenApi' | 'reportVitals' | 'getShop'> {
  let document: object | undefined;
  return {
    getHealth: async () => ((await shop.database.ping()) ? { database: shop.database.engine } : refuse('unavailable')),
    getOpenApi: () => {
      document ??= openApiDocument(shop.settings.shopName, shop.settings.publicUrl);
      return { document };
    },
    getShop: async () => {
      const payments = paymentOptionsOf(shop.settings, await findPaymentSettings(shop.database.read));
      const delivery = await findDeliveryFacts(shop.database.read);
      const { shopName: name, currency, timeZone: timezone } = shop.settings;
      return { name, currency, timezone, payments, delivery };
    },
    reportVitals: ({ body }) => {
      shop.log.debug({ vital: body }, 'web vital');
      return {};
    },
  };
}
