import type { Person } from '../load/actions.ts';
import { atLeast } from '../proof.ts';
import { checkOut, isGranted, type Listing, requestBy } from './requests.ts';
import type { RaceShop } from './shop.ts';

/**
 * Many people wait for one piece. In each round its buyer cancels the order, while `tries` people check out the piece at once, about half
 * of them from the list, and somebody leaves the list. Only the first of the list may get the piece: that person buys it, and cancels in
 * the next round.
 */
export async function waitForListing(
  shop: RaceShop,
  { people, cancellations, tries }: { people: number; cancellations: number; tries: number },
): Promise<void> {
  const { random, record, admin } = shop;
  await shop.call(requestBy(admin, 'updateWaitingSettings', { body: { hours: 24 } }));
  const listing = await shop.piece('Five Cranes');
  const [stranger = shop.person(), ...others] = shop.choosePeople(1 + people + tries);
  let buyer = stranger;
  let orderId = await shop.buy(buyer, [listing]);
  const [waiting, strangers] = [others.slice(0, people), others.slice(people)];
  const params = { id: listing.id };
  const joining = waiting.map((person) => requestBy(person, 'joinWaitingList', { params }));
  await shop.release('everybody joins the list', joining, { expected: [200] });
  const line = await readLine(shop, listing, waiting);
  record.figure(atLeast(people, 'people who wait for one piece', line.length));

  for (let round = 1; round <= cancellations; round += 1) {
    const race = `waiting list, cancellation ${round}`;
    const [first, ...later] = line;
    const leaving = later.length > cancellations - round + 1 ? random.pick(later) : undefined;
    if (!first) throw new Error('the list is too short');
    const trying = [first, ...random.shuffled(later).slice(0, tries / 2), ...random.shuffled(strangers)].slice(
      0,
      tries,
    );
    const checkouts = trying.map((person) => checkOut(person, [listing]));
    const { answers } = await shop.release(race, [
      ...checkouts,
      requestBy(buyer, 'cancelOrder', { params: { id: orderId } }),
      ...(leaving ? [requestBy(leaving, 'leaveWaitingList', { params })] : []),
    ]);
    const winners = trying.filter((_, index) => answers[index] && isGranted(answers[index]));
    for (const winner of winners)
      if (winner !== first) record.broken(`${race}: ${winner.id} got the piece that was kept for ${first.id}.`);
    [buyer, orderId] = [first, await shop.buy(first, [listing])];
    line.splice(0, line.length, ...later.filter((person) => person !== leaving));
    const left = await readLine(shop, listing, waiting);
    if (left.length !== line.length || left.some((person, index) => person !== line[index]))
      record.broken(`${race}: the list has another order than before.`);
    await shop.checkInvariants(race);
  }
}

/** The people who wait, in the order in which the shop lists them. */
async function readLine(shop: RaceShop, listing: Listing, people: readonly Person[]): Promise<Person[]> {
  const byId = new Map(people.map((person) => [person.id, person]));
  const line: Person[] = [];
  for (let page = 1; ; page += 1) {
    const request = requestBy(shop.admin, 'listWaitingPeople', {
      query: { listingId: listing.id, page, pageSize: 100 },
    });
    const { people: found, total } = await shop.call(request);
    line.push(...found.flatMap(({ userId }) => byId.get(userId) ?? []));
    if (found.length === 0 || page * 100 >= total) return line;
  }
}
