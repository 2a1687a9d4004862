import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { reasonIn } from '#server/features/invoices/invoices.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { refundOrder } from './admin-money.ts';
import { cancelOrder, modifyOrder, setOrderStatus } from './order-changes.ts';
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
      presentToBuyer(await findOwnOrder(shop, session.userId, params.id), pageLanguage),
    updateOrder: async ({ params, body, session, pageLanguage }) =>
      presentToBuyer(await modifyOrder(shop, session.userId, params.id, body.items), pageLanguage),
    cancelOrder: async ({ params, session, pageLanguage }) =>
      presentToBuyer(await cancelOrder(shop, session.userId, params.id), pageLanguage),

    listOrdersAsAdmin: async ({ query: { status, ...request } }) => {
      // Read before the list: an order that arrives in between may be in the list, but is not marked as seen with it.
      const revision = await shop.database.catalogRevision();
      const latestArrival = await findLatestArrival(shop.database.read);
      return { ...(await listOrders(shop, request, { status })), latestArrival, revision };
    },
    getOrderNews: ({ session }) => findOrderNews(shop, session.userId),
    markOrdersSeen: ({ session, body }) => markOrdersSeen(shop, session.userId, body.until),
    listOrdersOfProduct: ({ params }) => listOrdersOfListing(shop, params.id),
    getOrderAsAdmin: async ({ params }) =>
      present((await findOrderDetails(shop.database.read, params.id)) ?? refuse('orderNotFound')),
    setOrderStatus: async ({ params, body, session }) =>
      present(await setOrderStatus(shop, session, params.id, body.status)),
    refundOrder: async ({ params, body, session }) => present(await refundOrder(shop, session.userId, params.id, body)),
    recordPayment: async ({ params, body, session }) =>
      present(await recordPayment(shop, session.userId, params.id, body)),
    recordSale: async ({ body, session }) => present(await recordSale(shop, session.userId, body)),
  };
}

/** The reasons of its adjustment notes are in the language of the buyer's page, as on the notes. */
function presentToBuyer(order: OrderDetails | Refusal, pageLanguage: Language | null) {
  if (isRefusal(order) || !order.adjustmentNotes) return present(order);
  const adjustmentNotes = order.adjustmentNotes.map((note) => ({
    ...note,
    reason: reasonIn(pageLanguage ?? 'en', note.reason),
  }));
  return { order: { ...order, adjustmentNotes } };
}

const present = (order: OrderDetails | Refusal) => (isRefusal(order) ? order : { order });
