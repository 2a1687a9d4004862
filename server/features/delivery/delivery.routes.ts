import { isRefusal } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { quoteDelivery } from './delivery.ts';

export function deliveryRoutes(shop: Shop): Handlers<'quoteDelivery'> {
  return {
    quoteDelivery: async ({ body: { listingIds, address: place }, session }) => {
      const quote = await quoteDelivery(shop, session, { listingIds, place });
      return isRefusal(quote) ? quote : { ...quote };
    },
  };
}
