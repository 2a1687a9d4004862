import { orderStatuses } from '#contract/states.ts';
import type { Person } from '../load/actions.ts';
import { type Piece, price, type RaceFixture } from './fixture.ts';
import { isGranted, type RaceRecord } from './record.ts';
import type { Answer, Request } from './starting-line.ts';

/** What may happen to an order and its pieces, all of it at the same instant; twice, the second time with payments. */
export async function changeFromAllSides(
  fixture: RaceFixture,
  record: RaceRecord,
  size: { rounds: number },
): Promise<void> {
  for (let round = 1; round <= size.rounds; round += 1) {
    const race = `changes, round ${round}`;
    const [owner, ...others] = fixture.choosePeople(4);
    const pieces = await fixture.pieces('Five Cranes', 3);
    if (!owner) throw new Error('nobody is there');
    const order = await buy(fixture, owner, pieces.slice(0, 2));

    const rebuys = others.map((person, index) => {
      const wanted = fixture.random.shuffled(pieces).slice(0, 1 + (index % 2));
      return { person, wanted, request: checkout(fixture, person, wanted) };
    });
    const first = await fixture.release([...rebuys.map(({ request }) => request), ...changes(fixture, order)]);
    record.answered(race, first.answers, [200, 201, 409]);
    record.broken(...(await fixture.check()).map((sentence) => `${race}, after the first release: ${sentence}`));

    const payments = rebuys.flatMap(({ person, wanted }, index) =>
      payment(fixture, person, wanted, first.answers[index]),
    );
    const second = await fixture.release([...payments, ...changes(fixture, order)]);
    record.answered(`${race}, second release`, second.answers, [200, 201, 409]);
    record.broken(...(await fixture.check()).map((sentence) => `${race}, after the second release: ${sentence}`));
  }
  record.figure({ what: 'orders changed from all sides', measured: size.rounds });
}

interface Order {
  id: string;
  owner: Person;
  /** The first two were bought, the third may come to them. */
  pieces: readonly Piece[];
}

/** By its buyer: cancelled, edited, paid once more; by the shop: any two statuses. */
function changes(fixture: RaceFixture, { id, owner, pieces: [bought, also, third] }: Order): Request[] {
  const edit = (...items: (Piece | undefined)[]) =>
    fixture.request(owner, 'PUT', `/orders/${id}`, {
      items: items.flatMap((piece) => (piece ? { listingId: piece.id } : [])),
    });
  const set = (status: string) => fixture.request(fixture.admin, 'PUT', `/admin/orders/${id}/status`, { status });
  return [
    fixture.request(owner, 'POST', `/orders/${id}/cancel`),
    edit(bought),
    edit(bought, third),
    edit(third, also),
    ...fixture.random.shuffled(orderStatuses).slice(0, 2).map(set),
    set('paid'),
  ];
}

function checkout(fixture: RaceFixture, person: Person, pieces: readonly Piece[]): Request {
  const items = pieces.map(({ id }) => ({ listingId: id, price }));
  return fixture.request(person, 'POST', '/orders/checkout', { items });
}

function payment(
  fixture: RaceFixture,
  person: Person,
  pieces: readonly Piece[],
  answer: Answer | undefined,
): Request[] {
  if (!answer || !isGranted(answer)) return [];
  const body = { orderId: answer.reply.orderId, listingIds: pieces.map(({ id }) => id) };
  return [fixture.request(person, 'POST', '/orders/confirm-payment', body)];
}

async function buy(fixture: RaceFixture, owner: Person, pieces: readonly Piece[]): Promise<Order> {
  const answer = await fixture.send(checkout(fixture, owner, pieces));
  for (const request of payment(fixture, owner, pieces, answer)) await fixture.send(request);
  return { id: answer.reply.orderId ?? '', owner, pieces };
}
