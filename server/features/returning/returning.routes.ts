import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { OrderReturn, returnEndpoints } from '#contract/returns.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import {
  approveReturn,
  closeReturn,
  declineReturn,
  listOwnReturns,
  listReturns,
  receiveReturn,
  requestReturn,
  withdrawReturn,
} from './returning.ts';

export function returnRoutes(shop: Shop): Handlers<keyof typeof returnEndpoints> {
  return {
    requestReturn: async ({ params, body, session }) =>
      present(await requestReturn(shop, session.userId, params.id, body)),
    listOwnReturns: async ({ params, session }) => {
      const returns = await listOwnReturns(shop, session.userId, params.id);
      return isRefusal(returns) ? returns : { returns };
    },
    withdrawReturn: async ({ params: { id: orderId, returnId }, session }) =>
      present(await withdrawReturn(shop, session.userId, { orderId, returnId })),
    listReturns: ({ query }) => listReturns(shop, query),
    approveReturn: async ({ params, body, session }) =>
      present(await approveReturn(shop, session.userId, params.id, body.note ?? '')),
    declineReturn: async ({ params, body, session }) =>
      present(await declineReturn(shop, session.userId, params.id, body.note)),
    receiveReturn: async ({ params, session }) => present(await receiveReturn(shop, session.userId, params.id)),
    closeReturn: async ({ params, body, session }) => present(await closeReturn(shop, session.userId, params.id, body)),
  };
}

const present = (answer: OrderReturn | Refusal) => (isRefusal(answer) ? answer : { return: answer });
