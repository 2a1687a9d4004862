import type { Listing, ListingSortField } from '#contract/catalog.ts';
import { isRefusal } from '#contract/errors.ts';
import type { ListRequest } from '#contract/lists.ts';
import { findListing, listListings } from './catalog/catalog.ts';
import { findLogo } from './media/media.ts';
import type { Shop } from './shop.ts';

/** What public pages may ask the server for (PageServices of the web floor). Nothing here knows who is asking. */
export function createPageServices(shop: Shop) {
  const { shopName, currency, timeZone, publicUrl } = shop.settings;
  return {
    shop: async () => ({
      name: shopName,
      currency,
      timezone: timeZone,
      publicUrl,
      logo: await findLogo(shop.database.read),
    }),
    listings: (request: ListRequest<ListingSortField>) => listListings(shop, request),
    listing: async (id: string): Promise<Listing | null> => {
      const listing = await findListing(shop, id);
      return isRefusal(listing) ? null : listing;
    },
    clock: shop.clock,
  };
}
