import { isRefusal } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { quoteDelivery, translateOptions } from './delivery.ts';

export function deliveryRoutes(shop: Shop): Handlers<'quoteDelivery'> {
  return {
    quoteDelivery: async ({ body: { listingIds, address: place }, session, pageLanguage }) => {
      const quote = await quoteDelivery(shop, session, { listingIds, place });
      if (isRefusal(quote)) return quote;
      return { ...quote, options: await translateOptions(shop.database.read, pageLanguage ?? 'en', quote.options) };
    },
  };
}
