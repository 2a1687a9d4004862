import type { Person } from '../load/actions.ts';
import { type Addresses, price, type RaceFixture } from './fixture.ts';
import { isGranted, type RaceRecord } from './record.ts';
import type { Request } from './starting-line.ts';

/** A checkout that is being paid. */
export interface Paying {
  person: Person;
  orderId: string;
  orderDate: string;
  listingIds: string[];
  /** The confirmation's first answer. */
  answer: string;
}

/** One checkout, confirmed many times at the same instant, by its date and by its id, with a key and without. */
export async function confirmAtOnce(
  fixture: RaceFixture,
  record: RaceRecord,
  size: { orders: number; confirmations: number },
): Promise<Paying[]> {
  const paid: Paying[] = [];
  for (const person of fixture.choosePeople(size.orders)) {
    const pieces = await fixture.pieces('Salt', 2);
    const listingIds = pieces.map(({ id }) => id);
    const items = listingIds.map((listingId) => ({ listingId, price }));
    const { reply } = await fixture.send(fixture.request(person, 'POST', '/orders/checkout', { items }));
    const { orderId = '', orderDate = '' } = reply;
    const paying = { person, orderId, orderDate, listingIds, answer: '' };
    const answer = await confirmMany(fixture, record, paying, size.confirmations);
    paid.push({ ...paying, answer });
  }
  record.figure({ what: 'orders confirmed many times at once', measured: size.orders });
  record.figure({ what: 'confirmations of each', measured: size.confirmations });
  return paid;
}

/** The same confirmations once more: nothing has changed, and nothing changes. */
export async function confirmAgain(
  fixture: RaceFixture,
  record: RaceRecord,
  paid: readonly Paying[],
  confirmations: number,
) {
  for (const paying of paid) await confirmMany(fixture, record, paying, confirmations);
}

/** Answers what all of them answered. */
async function confirmMany(fixture: RaceFixture, record: RaceRecord, paying: Paying, count: number): Promise<string> {
  const race = `order ${paying.orderId}, confirmed ${count} times`;
  const { person, orderId, orderDate, listingIds } = paying;
  const { answers } = await fixture.release(
    Array.from({ length: count }, (_, index): Request => {
      const name = index % 2 ? { orderId } : { orderDate };
      const request = fixture.request(person, 'POST', '/orders/confirm-payment', { ...name, listingIds });
      return index % 3 ? request : { ...request, idempotencyKey: `pay-${orderId}-${index % 2}` };
    }),
  );
  record.answered(race, answers, [200]);
  const texts = new Set(answers.map(({ text }) => text));
  if (paying.answer) texts.add(paying.answer);
  if (texts.size !== 1) record.broken(`${race}: ${texts.size} different answers.`);
  const { reply } = await fixture.send(fixture.request(person, 'GET', `/orders/${orderId}`));
  const { status, payments = [] } = reply.order ?? {};
  if (status !== 'paid' || payments.length !== 1)
    record.broken(`${race}: it is ${status} with ${payments.length} payments.`);
  return answers[0]?.text ?? '';
}

/** Around the end of a hold, milliseconds. */
const earliest = -20;
const latest = 20;

export interface ExpirySize {
  rounds: number;
  /** Of each round, all at once. */
  pieces: number;
  addresses: Addresses;
  /** Of the restarted process. */
  holdMilliseconds: number;
}

/** A hold runs out while its buyer pays and two others check out: exactly one of the three gets the piece. */
export async function raceForExpired(fixture: RaceFixture, record: RaceRecord, size: ExpirySize): Promise<void> {
  const { restarted, others } = size.addresses;
  let judged = 0;
  for (let round = 1; round <= size.rounds; round += 1) {
    const race = `expiry, round ${round}`;
    const contests = await holdForShort(fixture, record, race, size);
    const endsAt = Math.max(...contests.map((contest) => contest.endsAt));
    const requests = contests.flatMap(({ pay, takers }) => [pay, ...takers]);
    // A taker's hold is as short where there is no other process.
    for (const request of requests) request.address = fixture.random.pick(others.length > 0 ? others : [restarted]);
    const moment = endsAt + earliest + fixture.random.below(latest - earliest);
    const { answers } = await fixture.release(requests, moment);
    record.answered(race, answers, [200, 201, 409]);
    const isInTime = others.length > 0 || Date.now() - moment < size.holdMilliseconds / 2;
    for (const [index, { name }] of contests.entries()) {
      const three = answers.slice(3 * index, 3 * index + 3);
      if (isInTime) record.winners(`${race}, ${name}`, three.filter(isGranted).length);
    }
    if (isInTime) judged += contests.length;
  }
  record.figure({ what: 'holds that ran out against their takers', measured: judged });
}

interface Contest {
  name: string;
  /** Epoch milliseconds. */
  endsAt: number;
  pay: Request;
  takers: Request[];
}

async function holdForShort(
  fixture: RaceFixture,
  record: RaceRecord,
  race: string,
  size: ExpirySize,
): Promise<Contest[]> {
  const pieces = await fixture.pieces('Ledger', size.pieces);
  const people = fixture.choosePeople(3 * size.pieces);
  const trios = pieces.map((piece, index) => ({ piece, trio: people.slice(3 * index, 3 * index + 3) }));
  const checkouts = trios.map(({ piece, trio }) =>
    trio.map((person) => {
      const items = [{ listingId: piece.id, price }];
      return fixture.request(person, 'POST', '/orders/checkout', { items });
    }),
  );
  const held = await fixture.release(
    checkouts.flatMap(([first]) => (first ? { ...first, address: size.addresses.restarted } : [])),
  );
  record.answered(`${race}, before`, held.answers, [200]);
  return trios.flatMap(({ piece, trio: [holder] }, index) => {
    const { orderId, holdExpiresAt } = held.answers[index]?.reply ?? {};
    if (!holder || !holdExpiresAt) return [];
    const body = { orderId, listingIds: [piece.id] };
    return {
      name: piece.name,
      endsAt: Date.parse(holdExpiresAt),
      pay: fixture.request(holder, 'POST', '/orders/confirm-payment', body),
      takers: checkouts[index]?.slice(1) ?? [],
    };
  });
}
