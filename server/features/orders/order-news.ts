import type { OrderNews } from '#contract/orders.ts';
import type { Shop } from '#server/shop.ts';
import { raiseSeenUntil, selectLatestArrival, selectUnseenCount } from './order-news.queries.ts';

/** The highest number that is counted, because every open admin panel polls the count. The badge shows this number as "99+". */
const countedAtMost = 100;

/**
 * What an open admin panel polls: how many paid orders this admin has not seen, and the catalog revision, which changes with
 * every order that any process changes.
 */
export async function findOrderNews(shop: Shop, userId: string): Promise<OrderNews> {
  const { read } = shop.database;
  // Read the revision first: a change between the two reads then causes one more request instead of being missed.
  const revision = await shop.database.catalogRevision();
  const newOrders = await selectUnseenCount(read, userId, countedAtMost);
  return { newOrders, revision };
}

/** Records that the admin has seen all orders up to arrival `until`. Never lowers it, and never raises it above the latest. */
export async function markOrdersSeen(shop: Shop, userId: string, until: number): Promise<OrderNews> {
  await shop.database.write(async (tx) => {
    await raiseSeenUntil(tx, userId, Math.min(until, await selectLatestArrival(tx)));
  });
  return findOrderNews(shop, userId);
}
