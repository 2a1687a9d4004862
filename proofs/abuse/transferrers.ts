import { atLeast, atMost, type Outcome } from '../proof.ts';
import { type Crowd, gather } from './crowds.ts';
import type { Attacked } from './holders.ts';
import { addListings, by, idsOf, itemsOf, type Visitor } from './visitors.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const step = 12 * hour;
/** After so many refusals in a row the crowd waits until the next round. */
const patience = 10;
/** How many pieces a crowd wants. */
const wanted = 12;

/** The limits in docs/security.md: pieces at once, and for how many of `days` days one piece is kept. */
interface Allowed {
  atOnce: number;
  days: number;
}

/**
 * Members of the crowd reserve by bank transfer what is free and never pay. Every twelve hours they try the pieces that are free,
 * beginning with another member each time.
 * Half of them give their reservation up now and then and try again at once. The figures come from the holds in the database.
 */
export async function reserveForDays(
  attacked: Attacked,
  crowd: Crowd,
  { days, allowed }: { days: number; allowed: Allowed },
): Promise<Outcome> {
  const { shop, admin } = attacked;
  const who = `by transfer, ${crowd.who}`;
  const members = await gather(attacked, crowd, 'transferrer');
  const listings = await addListings(shop, admin, { name: who, count: wanted });
  const ids = idsOf(listings);
  const open = new Map<Visitor, { id: string; ids: readonly string[] }>();
  const kept = new Map<string, number>();
  const askAgain = new Map<string, number>();
  /** When the last reservation of a piece ended, and the shortest time until the next; epoch milliseconds and milliseconds. */
  const endedAt = new Map<string, number>();
  let [atOnce, granted, shortestRest] = [0, 0, Number.POSITIVE_INFINITY];
  const begun = shop.shop.clock();
  for (let round = 0; shop.shop.clock() < begun + days * day; round += 1) {
    let refusals = 0;
    for (let turn = 0; turn < members.length && refusals < patience; turn += 1) {
      const index = (turn + round) % members.length;
      const member = members[index];
      if (!member) continue;
      const order = open.get(member);
      if (order !== undefined && index % 2 === 1 && round % 5 === 0) {
        for (const id of order.ids) endedAt.set(id, shop.shop.clock());
        await shop.call('cancelOrder', { ...by(member), params: { id: order.id } });
        open.delete(member);
      }
      if (open.has(member)) continue;
      const held = await heldNow(attacked, ids);
      const free = listings.filter(
        ({ id }) => !held.has(id) && (askAgain.get(member.email + id) ?? 0) <= shop.shop.clock(),
      );
      if (free.length === 0) continue;
      const reserved =
        (await reserve(attacked, member, free.slice(0, 5), askAgain)) ??
        (await reserve(attacked, member, free.slice(0, 3), askAgain));
      refusals = reserved === null ? refusals + 1 : 0;
      if (reserved === null) continue;
      granted += 1;
      open.set(member, reserved);
      for (const id of reserved.ids)
        shortestRest = Math.min(shortestRest, shop.shop.clock() - (endedAt.get(id) ?? Number.NEGATIVE_INFINITY));
    }
    const held = await heldNow(attacked, ids);
    atOnce = Math.max(atOnce, held.size);
    for (const [id, until] of held) endedAt.set(id, until);
    for (const [id, until] of held) kept.set(id, (kept.get(id) ?? 0) + Math.min(step, until - shop.shop.clock()) / day);
    shop.passTime(step);
    shop.shop.settlement.wake();
    await shop.shop.settlement.settled();
    for (const [member, { id }] of open) {
      const { body } = await shop.call('getOrder', { ...by(member), params: { id } });
      if (body.order.status !== 'pending') open.delete(member);
    }
  }
  const isOnePerson = crowd.accounts === 1 || crowd.isOneMailbox === true;
  const total = kept.values().reduce((sum, count) => sum + count, 0);
  const figures = [
    atMost(allowed.atOnce, `${who}: pieces kept from buyers at once`, atOnce),
    atMost(allowed.days, `${who}: one piece is kept within ${days} days`, Math.max(0, ...kept.values()), 'days'),
    ...(isOnePerson && shortestRest < Number.POSITIVE_INFINITY
      ? [atLeast(24, `${who}: time until they reserve the same piece again`, shortestRest / hour, 'hours')]
      : []),
    { what: `${who}: pieces kept from buyers on average, of ${wanted}`, measured: total / days },
  ];
  return { figures, violations: granted === 0 ? [`${who}: no piece was ever reserved`] : [] };
}

/** Reserves the pieces for the member; null if that is refused. Notes until when asking again is useless. */
async function reserve(
  { shop }: Attacked,
  member: Visitor,
  pieces: Parameters<typeof itemsOf>[0],
  askAgain: Map<string, number>,
): Promise<{ id: string; ids: readonly string[] } | null> {
  const body = { items: itemsOf(pieces), paymentMethod: 'transfer' } as const;
  const checkout = await shop.call('createCheckout', { ...by(member), body });
  if (checkout.status === 200) {
    const begun = await shop.call('startPayment', { ...by(member), params: { id: checkout.body.orderId } });
    return begun.status === 200 ? { id: checkout.body.orderId, ids: idsOf(pieces) } : null;
  }
  const [limited] = checkout.body.unavailable ?? [];
  if (limited)
    askAgain.set(member.email + limited.listingId, Date.parse(limited.until ?? '') || shop.shop.clock() + step);
  return null;
}

/** The pieces that are held now, with the ends of their holds (epoch milliseconds). */
async function heldNow({ shop }: Attacked, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await shop.shop.database.read
    .selectFrom('holds')
    .select(['listing_id', 'expires_at'])
    .where('listing_id', 'in', ids)
    .where('expires_at', '>', shop.shop.clock())
    .execute();
  return new Map(rows.map((row) => [row.listing_id, row.expires_at]));
}
