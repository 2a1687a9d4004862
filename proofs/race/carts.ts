import type { Person } from '../load/actions.ts';
import { type Piece, price, type RaceFixture } from './fixture.ts';
import { isGranted, type RaceRecord } from './record.ts';
import type { Answer } from './starting-line.ts';

interface Cart {
  person: Person;
  /** In the order of the request. */
  pieces: readonly Piece[];
  way: (typeof ways)[number];
}

const ways = ['/orders/checkout', '/orders', '/holds'] as const;

/**
 * Carts that share pieces, named in opposite orders, which invites deadlocks. In every other round all carts are
 * [A, B, C] or [C, B, A], in the others any three of eight. Each gets all of its pieces or none.
 */
export async function raceWithCarts(fixture: RaceFixture, record: RaceRecord, size: { rounds: number; carts: number }) {
  for (let round = 1; round <= size.rounds; round += 1) {
    const race = `carts, round ${round}`;
    const isOpposed = round % 2 === 1;
    const pieces = await fixture.pieces('Night Ferry', isOpposed ? 3 : 8);
    const carts = fixture.choosePeople(size.carts).map((person, index): Cart => {
      const opposed = index % 2 ? pieces : pieces.toReversed();
      return {
        person,
        pieces: isOpposed ? opposed : fixture.random.shuffled(pieces).slice(0, 3),
        way: fixture.random.pick(ways),
      };
    });
    const { answers } = await fixture.release(carts.map((cart) => requestOf(fixture, cart)));

    record.answered(race, answers, [200, 201, 409]);
    const winning = carts.filter((_, index) => isWon(answers[index]));
    const losing = carts.filter((_, index) => !isWon(answers[index]));
    if (isOpposed) record.winners(race, winning.length);
    record.broken(...unfair(race, winning, losing));
    for (const cart of winning) await pay(fixture, cart);
    record.broken(...(await fixture.check()).map((sentence) => `${race}: ${sentence}`));
    // A piece that nobody won is still available: one buyer gets all of them.
    const won = new Set(winning.flatMap((cart) => cart.pieces));
    const left = pieces.filter((piece) => !won.has(piece));
    const [buyer] = fixture.choosePeople(1);
    if (buyer && left.length > 0) await pay(fixture, { person: buyer, pieces: left, way: '/orders' });
  }
  record.figure({ what: 'rounds of overlapping carts', measured: size.rounds });
  record.figure({ what: 'carts of each', measured: size.carts });
}

const isWon = (answer: Answer | undefined) => answer !== undefined && isGranted(answer);

function requestOf(fixture: RaceFixture, { person, pieces, way }: Cart) {
  const listingIds = pieces.map(({ id }) => id);
  const items = listingIds.map((listingId) => ({ listingId, price }));
  return fixture.request(person, 'POST', way, way === '/holds' ? { listingIds } : { items });
}

/** No piece is won twice, and no cart is refused but for a piece that another cart won. */
function unfair(race: string, winning: readonly Cart[], losing: readonly Cart[]): string[] {
  const won = winning.flatMap((cart) => cart.pieces);
  const taken = new Set(won);
  const refused = losing.filter((cart) => !cart.pieces.some((piece) => taken.has(piece)));
  return [
    ...(taken.size < won.length ? [`${race}: ${won.length - taken.size} pieces were won twice.`] : []),
    ...(refused.length > 0
      ? [`${race}: ${refused.length} carts were refused, though nobody won a piece of theirs.`]
      : []),
  ];
}

/** The winner's checkout, anew or for the first time after a hold, and its payment. Throws where it is refused. */
async function pay(fixture: RaceFixture, cart: Cart): Promise<void> {
  const { reply } = await fixture.send(requestOf(fixture, { ...cart, way: '/orders/checkout' }));
  const listingIds = cart.pieces.map(({ id }) => id);
  const body = { orderId: reply.orderId, listingIds };
  await fixture.send(fixture.request(cart.person, 'POST', '/orders/confirm-payment', body));
}
