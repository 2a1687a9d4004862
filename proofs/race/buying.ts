import type { Person } from '../load/actions.ts';
import { atLeast } from '../proof.ts';
import { checkOut, confirm, edit, hold, isGranted, type Listing, newOrderOf, order } from './requests.ts';
import type { Answer, RaceShop } from './shop.ts';

/** A buyer who adds the piece to a paid order instead of buying it with a new one. */
interface Editor {
  person: Person;
  orderId: string;
  /** The pieces of the paid order. */
  pieces: Listing[];
}

/** How many of the buyers are editors: one in ten. */
const editorsAmong = (buyers: number) => Math.ceil(buyers / 10);

/**
 * Everybody requests one piece at once: by checkout, by order, and by adding it to a paid order. First a `crowd` wants one piece;
 * then, for each of `pieces` pieces in turn, `buyers` people want it.
 */
export async function buyOneListing(
  shop: RaceShop,
  size: { crowd: number; pieces: number; buyers: number },
): Promise<void> {
  const { random, record } = shop;
  const people = shop.choosePeople(size.crowd);
  const editors = await makeEditors(shop, people.splice(0, editorsAmong(size.crowd)));
  const crowd = await raceForListing(shop, 'a crowd', people, editors);
  record.figure(atLeast(size.crowd, 'buyers of one piece at once', people.length + editors.length));
  record.figure({ what: 'all released within', measured: crowd.within, unit: 'ms' });
  record.figure({ what: 'all answered within', measured: crowd.answeredWithin, unit: 'ms' });

  const someEditors = editorsAmong(size.buyers);
  for (let number = 1; number <= size.pieces; number += 1) {
    const buyers = random.shuffled(people).slice(0, size.buyers - someEditors);
    await raceForListing(shop, `piece ${number}`, buyers, random.shuffled(editors).slice(0, someEditors));
  }
}

async function makeEditors(shop: RaceShop, people: readonly Person[]): Promise<Editor[]> {
  const editions = await shop.pieces('Edition', 1, { unique: false });
  const editors: Editor[] = [];
  for (const person of people)
    editors.push({ person, orderId: await shop.buy(person, editions), pieces: [...editions] });
  return editors;
}

async function raceForListing(shop: RaceShop, race: string, people: readonly Person[], editors: readonly Editor[]) {
  const listing = await shop.piece('Red River Moon');
  const buying = people.map((person, index) => (index % 2 ? order(person, [listing]) : checkOut(person, [listing])));
  const adding = editors.map(({ person, orderId, pieces }) => edit(person, orderId, [...pieces, listing]));
  const begun = performance.now();
  const { answers, within } = await shop.release(race, [...buying, ...adding]);
  const answeredWithin = performance.now() - begun;

  shop.record.winners(race, answers.filter(isGranted).length);
  shop.record.broken(...wrongMessages(race, answers, listing));
  for (const [index, answer] of answers.entries()) {
    if (!isGranted(answer)) continue;
    const person = people[index];
    if (person) await shop.call(confirm(person, newOrderOf(answer), [listing]));
    else editors[index - people.length]?.pieces.push(listing);
  }
  return { within, answeredWithin };
}

/** A violation for each message to a loser that is not one of the shop's two: sold, or reserved by another buyer. */
function wrongMessages(race: string, answers: readonly Answer[], { name }: Listing): string[] {
  const right = [`'${name}' has been sold`, `'${name}' is reserved by another buyer`];
  const messages = answers.filter(({ status }) => status === 409).map(({ body }) => body.message ?? '');
  const wrong = new Set(messages.filter((message) => !right.includes(message)));
  return [...wrong].map((message) => `${race}: a loser was told: ${message}`);
}

interface Cart {
  person: Person;
  pieces: readonly Listing[];
}

/**
 * People buy carts that share pieces at once. They name the pieces in different orders, because that may lead to deadlocks: in odd rounds
 * all carts are [A, B, C] or [C, B, A], in even rounds any three of eight pieces. Each cart gets all of its pieces or none.
 */
export async function buyCarts(shop: RaceShop, size: { rounds: number; carts: number }): Promise<void> {
  const { random, record } = shop;
  for (let round = 1; round <= size.rounds; round += 1) {
    const race = `carts, round ${round}`;
    const isOpposed = round % 2 === 1;
    const listings = await shop.pieces('Night Ferry', isOpposed ? 3 : 8);
    const carts = shop.choosePeople(size.carts).map((person, index): Cart => {
      const opposed = index % 2 ? listings : listings.toReversed();
      return { person, pieces: isOpposed ? opposed : random.shuffled(listings).slice(0, 3) };
    });
    const requests = carts.map(({ person, pieces: wanted }) => random.pick([checkOut, order, hold])(person, wanted));
    const { answers } = await shop.release(race, requests);

    const { winning = [], losing = [] } = Object.groupBy(carts, (_cart, index) =>
      answers[index] && isGranted(answers[index]) ? 'winning' : 'losing',
    );
    if (isOpposed) record.winners(race, winning.length);
    record.broken(...unfair(race, winning, losing));
    // A winner who has checked out or ordered checks out again, which replaces the unpaid order.
    for (const cart of winning) await shop.buy(cart.person, cart.pieces);
    await shop.checkInvariants(race);
    // A piece that nobody won is still available: one buyer gets all of them.
    const won = new Set(winning.flatMap((cart) => cart.pieces));
    const left = listings.filter((listing) => !won.has(listing));
    if (left.length > 0) await shop.buy(shop.person(), left);
  }
}

/** Violations: a piece was won twice, or a cart was refused although no other cart won a piece of it. */
function unfair(race: string, winning: readonly Cart[], losing: readonly Cart[]): string[] {
  const won = winning.flatMap((cart) => cart.pieces);
  const taken = new Set(won);
  const refused = losing.filter((cart) => !cart.pieces.some((listing) => taken.has(listing)));
  return [
    ...(taken.size < won.length ? [`${race}: ${won.length - taken.size} pieces were won twice.`] : []),
    ...(refused.length > 0 ? [`${race}: ${refused.length} carts were refused, though their pieces were free.`] : []),
  ];
}
