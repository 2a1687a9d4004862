import { refuse } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { openApiDocument } from './openapi.ts';

export function operationRoutes(shop: Shop): Handlers<'getHealth' | 'getOpenApi' | 'reportVitals'> {
  const document = openApiDocument(shop.settings.shopName, shop.settings.publicUrl);
  return {
    getHealth: async () => ((await shop.database.ping()) ? { database: shop.database.engine } : refuse('unavailable')),
    getOpenApi: () => ({ document }),
    reportVitals: ({ body }) => {
      shop.log.debug({ vital: body }, 'web vital');
      return {};
    },
  };
}
