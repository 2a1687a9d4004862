import type { savedEndpoints } from '#contract/saved.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { forgetListing, listAllSaved, listSaved, saveListing, saveListings } from './saved.ts';

export function savedRoutes(shop: Shop): Handlers<keyof typeof savedEndpoints> {
  const ids = async (userId: string) => ({
    listingIds: (await listAllSaved(shop, userId)).map(({ listingId }) => listingId),
  });
  return {
    listSaved: ({ query, session }) => listSaved(shop, session.userId, query),
    listSavedIds: ({ session }) => ids(session.userId),
    saveListings: async ({ body, session }) =>
      (await saveListings(shop, session.userId, body.listingIds)) ?? ids(session.userId),
    saveListing: async ({ params, session }) => (await saveListing(shop, session.userId, params.id)) ?? {},
    forgetListing: async ({ params, session }) => {
      await forgetListing(shop, session.userId, params.id);
      return {};
    },
  };
}
