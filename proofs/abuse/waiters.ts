import { atMost, type Outcome } from '../proof.ts';
import { type Crowd, gather } from './crowds.ts';
import type { Attacked } from './holders.ts';
import { addListings, by, idsOf, itemsOf } from './visitors.ts';

const hour = 60 * 60_000;
/** The hours of a turn in the settings. */
export const turnHours = 48;

/** The limits in docs/security.md: pieces at once, and for how many hours one piece is kept after it came back. */
interface Allowed {
  atOnce: number;
  hours: number;
}

/**
 * Everybody of the crowd waits for every piece of an order. When its buyer cancels it, they let all their turns run out and join the list
 * again. Measures until when the pieces are kept from everybody else.
 */
export async function letTurnsRunOut(
  attacked: Attacked,
  crowd: Crowd,
  { pieces, allowed }: { pieces: number; allowed: Allowed },
): Promise<Outcome> {
  const { shop, admin } = attacked;
  const who = `waiting, ${crowd.who}`;
  const members = await gather(attacked, crowd, 'waiter');
  const listings = await addListings(shop, admin, { name: who, count: pieces });
  const ids = idsOf(listings);
  const [buyer] = await gather(
    attacked,
    { who: 'the buyer', accounts: 1, addresses: 1 },
    `buyer ${crowd.accounts} ${crowd.addresses}`,
  );
  if (!buyer) throw new Error('there is no buyer');
  const { orderId } = (await shop.call('createCheckout', { ...by(buyer), body: { items: itemsOf(listings) } })).body;
  await shop.call('confirmPayment', { ...by(buyer), body: { orderId, listingIds: ids } });
  const joinAll = async () => {
    for (const member of members)
      for (const id of ids) await shop.call('joinWaitingList', { ...by(member), params: { id } });
  };
  await joinAll();
  const begun = shop.shop.clock();
  await shop.call('cancelOrder', { ...by(buyer), params: { id: orderId } });
  let [atOnce, last] = [0, begun];
  for (;;) {
    const ends = await endsOfTurns(attacked, ids);
    atOnce = Math.max(atOnce, ends.length);
    const next = Math.min(...ends);
    if (ends.length === 0 || shop.shop.clock() > begun + 60 * 24 * hour) break;
    last = next;
    shop.passTime(next - shop.shop.clock());
    shop.shop.waitingTurns.wake();
    await shop.shop.waitingTurns.settled();
    await joinAll();
  }
  const figures = [
    atMost(allowed.atOnce, `${who}: pieces kept from buyers at once`, atOnce),
    atMost(allowed.hours, `${who}: until all pieces are free again`, Math.round((last - begun) / hour), 'hours'),
  ];
  return { figures, violations: atOnce === 0 ? [`${who}: no piece was ever kept`] : [] };
}

/** The ends of the turns that run, epoch milliseconds. */
async function endsOfTurns({ shop }: Attacked, ids: readonly string[]): Promise<number[]> {
  const rows = await shop.shop.database.read
    .selectFrom('waiting_turns')
    .select('due_at')
    .where('listing_id', 'in', ids)
    .where('due_at', '>', shop.shop.clock())
    .execute();
  return rows.map(({ due_at }) => due_at);
}
