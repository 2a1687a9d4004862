import { orderStatuses } from '#contract/states.ts';
import type { Person } from '../load/actions.ts';
import { checkOut, confirm, edit, isGranted, type Listing, newOrderOf, type Request, requestBy } from './requests.ts';
import type { RaceShop } from './shop.ts';

/** One checkout is confirmed many times at once, by its date and by its id, with an idempotency key and without: it is paid once. */
export async function confirmAtOnce(shop: RaceShop, size: { orders: number; confirmations: number }): Promise<void> {
  for (const person of shop.choosePeople(size.orders)) {
    const listings = await shop.pieces('Salt', 2);
    const { orderId, orderDate } = await shop.call(checkOut(person, listings));
    const race = `order ${orderId}, confirmed ${size.confirmations} times`;
    const requests = Array.from({ length: size.confirmations }, (_, index): Request => {
      const { endpoint, options } = confirm(person, index % 2 ? { orderId } : { orderDate }, listings);
      const headers = { 'idempotency-key': `pay-${orderId}-${index % 2}` };
      return { endpoint, options: index % 3 ? options : { ...options, headers } };
    });
    const { answers } = await shop.release(race, requests, { expected: [200] });
    const kinds = new Set(answers.map(({ raw }) => raw.toString()));
    if (kinds.size !== 1) shop.record.broken(`${race}: ${kinds.size} different answers.`);
    const { status, payments } = (await shop.call(requestBy(person, 'getOrder', { params: { id: orderId } }))).order;
    if (status !== 'paid' || payments.length !== 1)
      shop.record.broken(`${race}: the order is ${status} with ${payments.length} payments.`);
  }
}

/**
 * All changes of a paid order are sent at once, together with checkouts of its two pieces and a third one; then the changes again,
 * together with the payments of those checkouts.
 */
export async function changeAtOnce(shop: RaceShop, { rounds }: { rounds: number }): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    const [owner, ...others] = shop.choosePeople(4);
    const listings = await shop.pieces('Five Cranes', 3);
    if (!owner) throw new Error('the shop has no people');
    const bought = listings.slice(0, 2);
    const orderId = await shop.buy(owner, bought);

    const carts = others.map((person, index) => ({
      person,
      wanted: shop.random.shuffled(listings).slice(0, 1 + (index % 2)),
    }));
    const checkouts = carts.map(({ person, wanted }) => checkOut(person, wanted));
    const first = `changes, round ${round}, first release`;
    const { answers } = await shop.release(first, [...checkouts, ...changesOf(shop, owner, orderId, listings)]);
    await shop.checkInvariants(first);

    const payments = carts.flatMap(({ person, wanted }, index) => {
      const answer = answers[index];
      return answer && isGranted(answer) ? confirm(person, newOrderOf(answer), wanted) : [];
    });
    const second = `changes, round ${round}, second release`;
    await shop.release(second, [...payments, ...changesOf(shop, owner, orderId, listings)]);
    await shop.checkInvariants(second);
  }
}

/** The buyer cancels and edits the order, and the admin sets three statuses. The order was made with the first two of `listings`. */
function changesOf({ random, admin }: RaceShop, owner: Person, id: string, listings: readonly Listing[]): Request[] {
  const statuses = ['paid', ...random.shuffled(orderStatuses).slice(0, 2)];
  return [
    requestBy(owner, 'cancelOrder', { params: { id } }),
    edit(owner, id, listings.slice(0, 1)),
    edit(owner, id, [...listings.slice(0, 1), ...listings.slice(2)]),
    edit(owner, id, listings.slice(1)),
    ...statuses.map((status) => requestBy(admin, 'setOrderStatus', { params: { id }, body: { status } })),
  ];
}

/**
 * A hold ends while its buyer pays and two others check out: exactly one of the three gets the piece. `pieces`: how many holds end at once
 * in each round; `holdMilliseconds`: the length of a hold, as set by the shop's HOLD_MINUTES.
 */
export async function takeExpired(
  shop: RaceShop,
  size: { rounds: number; pieces: number; holdMilliseconds: number },
): Promise<void> {
  let judged = 0;
  for (let round = 1; round <= size.rounds; round += 1) {
    const race = `expiry, round ${round}`;
    const listings = await shop.pieces('Ledger', size.pieces);
    const people = shop.choosePeople(3 * size.pieces);
    const trios = listings.map((piece, index) => ({ piece, trio: people.slice(3 * index, 3 * index + 3) }));
    const first = trios.flatMap(({ piece, trio: [holder] }) => (holder ? checkOut(holder, [piece]) : []));
    const held = (await shop.release(`${race}, before`, first, { expected: [200] })).answers.map(newOrderOf);
    const requests = trios.flatMap(({ piece, trio: [holder, ...takers] }, index): Request[] => {
      const checkout = held[index];
      if (!holder || !checkout) return [];
      return [confirm(holder, checkout, [piece]), ...takers.map((taker) => checkOut(taker, [piece]))];
    });
    const endsAt = Math.max(...held.map(({ holdExpiresAt }) => Date.parse(holdExpiresAt ?? '')));
    // From 20 milliseconds before the end to 20 after it.
    const moment = endsAt - 20 + shop.random.below(40);
    const { answers } = await shop.release(race, requests, { notBefore: moment });
    // If the answers took longer, the first taker's hold may have ended before the second taker came: such a round is not judged.
    if (Date.now() - moment >= size.holdMilliseconds / 2) continue;
    judged += listings.length;
    for (const [index, { name }] of listings.entries())
      shop.record.winners(`${race}, ${name}`, answers.slice(3 * index, 3 * index + 3).filter(isGranted).length);
  }
  shop.record.figure({ what: 'ends of holds at which others asked for the piece', measured: judged });
}
