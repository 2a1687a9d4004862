import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { cancelOrder, modifyOrder, setOrderStatus } from './order-changes.ts';
import { findOrderDetails, findOwnOrder, listOrders } from './orders.ts';

export type OrderEndpoint =
  | 'listOrders'
  | 'getOrder'
  | 'updateOrder'
  | 'cancelOrder'
  | 'listOrdersAsAdmin'
  | 'getOrderAsAdmin'
  | 'setOrderStatus';

export function orderRoutes(shop: Shop): Handlers<OrderEndpoint> {
  return {
    listOrders: ({ query: { status, ...request }, session }) =>
      listOrders(shop, request, { userId: session.userId, status }),
    getOrder: async ({ params, session }) => present(await findOwnOrder(shop, session.userId, params.id)),
    updateOrder: async ({ params, body, session }) =>
      present(
        await modifyOrder(
          shop,
          session.userId,
          params.id,
          body.items.map((item) => item.listingId),
        ),
      ),
    cancelOrder: async ({ params, session }) => present(await cancelOrder(shop, session.userId, params.id)),

    listOrdersAsAdmin: ({ query: { status, ...request } }) => listOrders(shop, request, { status }),
    getOrderAsAdmin: async ({ params }) =>
      present((await findOrderDetails(shop.database.read, params.id)) ?? refuse('orderNotFound')),
    setOrderStatus: async ({ params, body, session }) =>
      present(await setOrderStatus(shop, session.userId, params.id, body.status)),
  };
}

const present = (order: OrderDetails | Refusal) => (isRefusal(order) ? order : { order });
