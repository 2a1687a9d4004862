import type { waitingListEndpoints } from '#contract/waiting-list.ts';
import { findWaitingHours } from '#server/features/settings/settings.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import {
  findWaiting,
  joinWaitingList,
  leaveWaitingList,
  listWaiting,
  listWaitingPeople,
  removeFromWaitingList,
} from './waiting-list.ts';

type WaitingListEndpoint = Exclude<keyof typeof waitingListEndpoints, 'getWaitingSettings' | 'updateWaitingSettings'>;

export function waitingListRoutes(shop: Shop): Handlers<WaitingListEndpoint> {
  const { read } = shop.database;
  return {
    listWaiting: ({ query, session }) => listWaiting(shop, session.userId, query),
    getWaiting: async ({ params, session }) => ({
      waiting: await findWaiting(read, shop, session.userId, params.id),
      hours: await findWaitingHours(read),
    }),
    joinWaitingList: ({ params, session, address }) =>
      joinWaitingList(shop, { userId: session.userId, address }, params.id),
    leaveWaitingList: async ({ params, session }) => {
      await leaveWaitingList(shop, session.userId, params.id);
      return {};
    },
    listWaitingPeople: ({ query }) => listWaitingPeople(shop, query),
    removeFromWaitingList: async ({ params, session }) =>
      (await removeFromWaitingList(shop, session.userId, { listingId: params.id, userId: params.userId })) ?? {},
  };
}
