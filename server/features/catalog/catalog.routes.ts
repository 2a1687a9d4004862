import { isRefusal } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findListing, listListings, listPieces } from './catalog.ts';
import { addProduct, deleteProduct, updateProduct } from './products.ts';
import { createRecentEvents } from './recent-events.ts';

export type CatalogEndpoint =
  | 'listListings'
  | 'getListing'
  | 'listPieces'
  | 'streamEvents'
  | 'listListingsAsAdmin'
  | 'addProduct'
  | 'updateProduct'
  | 'deleteProduct';

export function catalogRoutes(shop: Shop): Handlers<CatalogEndpoint> {
  const events = createRecentEvents(shop.database, shop.clock);
  return {
    listListings: ({ query }) => listListings(shop, query),
    getListing: async ({ params }) => {
      const listing = await findListing(shop, params.id);
      return isRefusal(listing) ? listing : { listing };
    },
    listPieces: async () => ({ pieces: await listPieces(shop) }),
    streamEvents: () => ({ events: events.follow }),

    listListingsAsAdmin: ({ query: { status, ...request } }) => listListings(shop, request, { except: [], status }),
    addProduct: async ({ body, session }) => {
      const product = await addProduct(shop, session.userId, body);
      return isRefusal(product) ? product : { product };
    },
    updateProduct: async ({ params, body, session }) => {
      const product = await updateProduct(shop, session.userId, params.id, body);
      return isRefusal(product) ? product : { product };
    },
    deleteProduct: async ({ params, session }) => (await deleteProduct(shop, session.userId, params.id)) ?? {},
  };
}
