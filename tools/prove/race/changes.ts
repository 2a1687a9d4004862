import { orderStatuses } from '#contract/states.ts';
import { isGranted, type RaceRecord } from './record.ts';
import { type Person, type Piece, price, type Stage } from './stage.ts';
import type { Answer, Request } from './starting-line.ts';

/** What may happen to an order and its pieces, all of it at the same instant; twice, the second time with payments. */
export async function changeFromAllSides(stage: Stage, record: RaceRecord, size: { rounds: number }): Promise<void> {
  for (let round = 1; round <= size.rounds; round += 1) {
    const race = `changes, round ${round}`;
    const [owner, ...others] = stage.cast(4);
    const pieces = await stage.pieces('Five Cranes', 3);
    if (!owner) throw new Error('nobody is there');
    const order = await buy(stage, owner, pieces.slice(0, 2));

    const rebuys = others.map((person, index) => {
      const wanted = stage.random.shuffled(pieces).slice(0, 1 + (index % 2));
      return { person, wanted, request: checkout(stage, person, wanted) };
    });
    const first = await stage.release([...rebuys.map(({ request }) => request), ...changes(stage, order)]);
    record.answered(race, first.answers, [200, 201, 409]);
    record.broken(...(await stage.check()).map((sentence) => `${race}, after the first release: ${sentence}`));

    const payments = rebuys.flatMap(({ person, wanted }, index) =>
      payment(stage, person, wanted, first.answers[index]),
    );
    const second = await stage.release([...payments, ...changes(stage, order)]);
    record.answered(`${race}, second release`, second.answers, [200, 201, 409]);
    record.broken(...(await stage.check()).map((sentence) => `${race}, after the second release: ${sentence}`));
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
function changes(stage: Stage, { id, owner, pieces: [bought, also, third] }: Order): Request[] {
  const edit = (...items: (Piece | undefined)[]) =>
    stage.request(owner, 'PUT', `/orders/${id}`, {
      items: items.flatMap((piece) => (piece ? { listingId: piece.id } : [])),
    });
  const set = (status: string) => stage.request(stage.admin, 'PUT', `/admin/orders/${id}/status`, { status });
  return [
    stage.request(owner, 'POST', `/orders/${id}/cancel`),
    edit(bought),
    edit(bought, third),
    edit(third, also),
    ...stage.random.shuffled(orderStatuses).slice(0, 2).map(set),
    set('paid'),
  ];
}

function checkout(stage: Stage, person: Person, pieces: readonly Piece[]): Request {
  const items = pieces.map(({ id }) => ({ listingId: id, price }));
  return stage.request(person, 'POST', '/orders/checkout', { items });
}

function payment(stage: Stage, person: Person, pieces: readonly Piece[], answer: Answer | undefined): Request[] {
  if (!answer || !isGranted(answer)) return [];
  const body = { orderId: answer.said.orderId, listingIds: pieces.map(({ id }) => id) };
  return [stage.request(person, 'POST', '/orders/confirm-payment', body)];
}

async function buy(stage: Stage, owner: Person, pieces: readonly Piece[]): Promise<Order> {
  const answer = await stage.ask(checkout(stage, owner, pieces));
  for (const request of payment(stage, owner, pieces, answer)) await stage.ask(request);
  return { id: answer.said.orderId ?? '', owner, pieces };
}
