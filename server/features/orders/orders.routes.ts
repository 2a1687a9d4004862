import { refuse } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { refundOrder } from './admin-money.ts';
import { cancelOrder, modifyOrder, setOrderStatus } from './order-changes.ts';
import { replyWithOrder } from './order-in-language.ts';
import { findOrderNews, markOrdersSeen } from './order-news.ts';
import { findLatestArrival, findOrderDetails, findOwnOrder, listOrders, listOrdersOfListing } from './orders.ts';
import { recordPayment } from './outside-payments.ts';
import { recordSale } from './outside-sales.ts';

export type OrderEndpoint =
  | 'listOrders'
  | 'getOrder'
  | 'updateOrder'
  | 'cancelOrder'
  | 'listOrdersAsAdmin'
  | 'getOrderNews'
  | 'markOrdersSeen'
  | 'listOrdersOfProduct'
  | 'getOrderAsAdmin'
  | 'setOrderStatus'
  | 'refundOrder'
  | 'recordPayment'
  | 'recordSale';

export function orderRoutes(shop: Shop): Handlers<OrderEndpoint> {
  return {
    listOrders: ({ query: { status, ...request }, session }) =>
      listOrders(shop, request, { userId: session.userId, status }),
    getOrder: async ({ params, session, pageLanguage }) =>
      replyWithOrder(shop, await findOwnOrder(shop, session.userId, params.id), pageLanguage),
    updateOrder: async ({ params, body, session, pageLanguage }) =>
      replyWithOrder(shop, await modifyOrder(shop, session.userId, params.id, body.items), pageLanguage),
    cancelOrder: async ({ params, session, pageLanguage }) =>
      replyWithOrder(shop, await cancelOrder(shop, session.userId, params.id), pageLanguage),

    listOrdersAsAdmin: async ({ query: { status, ...request } }) => {
      // Read before the list: an order that arrives in between may be in the list, but is not marked as seen with it.
      const revision = await shop.database.catalogRevision();
      const latestArrival = await findLatestArrival(shop.database.read);
      return { ...(await listOrders(shop, request, { status })), latestArrival, revision };
    },
    getOrderNews: ({ session }) => findOrderNews(shop, session.userId),
    markOrdersSeen: ({ session, body }) => markOrdersSeen(shop, session.userId, body.until),
    listOrdersOfProduct: ({ params }) => listOrdersOfListing(shop, params.id),
    getOrderAsAdmin: async ({ params, pageLanguage }) =>
      replyWithOrder(
        shop,
        (await findOrderDetails(shop.database.read, params.id)) ?? refuse('orderNotFound'),
        pageLanguage,
      ),
    setOrderStatus: async ({ params, body, session, pageLanguage }) =>
      replyWithOrder(shop, await setOrderStatus(shop, session, params.id, body.status), pageLanguage),
    refundOrder: async ({ params, body, session, pageLanguage }) =>
      replyWithOrder(shop, await refundOrder(shop, session.userId, params.id, body), pageLanguage),
    recordPayment: async ({ params, body, session, pageLanguage }) =>
      replyWithOrder(shop, await recordPayment(shop, session.userId, params.id, body), pageLanguage),
    recordSale: async ({ body, session, pageLanguage }) =>
      replyWithOrder(shop, await recordSale(shop, session.userId, body), pageLanguage),
  };
}
