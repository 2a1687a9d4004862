import { toCents } from '#contract/money.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { isWorkDue } from '#server/testing/open-paid-shop.ts';
import { type FakeStripe, openFakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import { becomesTrue } from '#server/testing/waiting.ts';
import type { Person } from '../load/actions.ts';
import { type OutsideWriter, openOutsideWriter } from '../outside-writer.ts';
import { atLeast, atMost, type Outcome, type Run } from '../proof.ts';
import { RaceRecord } from '../race/record.ts';
import { checkOut, confirm, type Listing, price, requestBy } from '../race/requests.ts';
import { type RaceShop, withRaceShop } from '../race/shop.ts';
import { audit } from './books.ts';

const unsettled = ['open', 'authorised', 'capturing', 'releasing', 'refunding'] as const;

const sizes = {
  full: { rounds: 30, crowd: 5_000, returning: 1_000, patience: 20 * 60_000 },
  short: { rounds: 1, crowd: 20, returning: 20, patience: 90_000 },
};

/** What both scenarios need. `patience`: how long to wait until all payments are settled, milliseconds. */
interface Tried {
  shop: RaceShop;
  stripe: FakeStripe;
  writer: OutsideWriter;
  patience: number;
}

/** Runs both scenarios on real processes, one on SQLite and four on PostgreSQL, that are paid at a fake of Stripe. */
export async function settleInProcesses(run: Run): Promise<Outcome> {
  const { rounds, crowd, returning, patience } = sizes[run.size];
  const record = new RaceRecord();
  const stripe = await openFakeStripe();
  try {
    const options = { name: 'processes', people: Math.max(rounds, crowd), settings: stripe.environment };
    await withRaceShop(run, record, options, async (shop) => {
      await using writer = await openOutsideWriter(shop.database);
      const tried = { shop, stripe, writer, patience };
      let sent = 0;
      stripe.webhooks.to = async ({ body, headers }) => {
        sent += 1;
        const address = shop.addresses[sent % shop.addresses.length];
        const answer = await fetch(`${address}/api/payments/stripe/events`, { method: 'POST', body, headers });
        await answer.body?.cancel();
        return answer.status;
      };
      run.log('one attempt, settled by all at once');
      await everybodySettlesOne(tried, rounds);
      run.log('many buyers of one piece');
      await oneListingManyBuyers(tried, { crowd, returning });
      record.broken(...(await readSnapshot(shop.database, (reader) => audit(reader, stripe, Date.now()))));
    });
  } finally {
    await stripe.close();
  }
  return record.outcome();
}

/** The webhooks' workers, the buyer's return, the sweepers and the owner's button settle the same attempt at once. */
async function everybodySettlesOne(tried: Tried, rounds: number): Promise<void> {
  const { shop, stripe, writer } = tried;
  for (const [index, buyer] of shop.choosePeople(rounds).entries()) {
    const race = `one attempt, round ${index + 1}`;
    const listings = await shop.pieces(`Ferry ${index + 1}`, 1);
    const { orderId, sessionId } = await goToStripe(shop, buyer, listings);
    stripe.webhooks.mode = 'held';
    const { metadata } = stripe.authorise(sessionId);
    await writer.run('update payment_attempts set check_at = 0');
    const returns = Array.from({ length: 6 }, () => confirm(buyer, { orderId }, listings));
    const checks = Array.from({ length: 6 }, () =>
      requestBy(shop.admin, 'checkPayment', { params: { id: metadata.attempt ?? '' } }),
    );
    stripe.webhooks.copies = 8;
    await Promise.all([
      shop.release(race, [...returns, ...checks], { expected: [200] }),
      stripe.webhooks.release().finally(() => {
        stripe.webhooks.mode = 'on';
      }),
    ]);
    await untilSettled(tried);
    stripe.webhooks.copies = 1;
    const { order } = await shop.call(requestBy(buyer, 'getOrder', { params: { id: orderId } }));
    shop.record.winners(`${race}: charges`, order.payments.length);
    if (order.status !== 'paid' || order.history.length !== 3)
      shop.record.broken(`${race}: the order is ${order.status} with ${order.history.length} lines of history.`);
  }
  shop.record.figure({ what: 'attempts settled by all at once', measured: rounds });
}

/**
 * All buyers (`crowd`) are on Stripe's page for the same piece, because each hold ends before the next buyer comes. All pay; then
 * `returning` of them come back at the same moment, while the webhooks of all arrive. One gets the piece; all others are released.
 */
async function oneListingManyBuyers(
  tried: Tried,
  { crowd, returning }: { crowd: number; returning: number },
): Promise<void> {
  const { shop, stripe, writer } = tried;
  const listings = await shop.pieces('The moon of everybody', 1);
  const buyers: ({ person: Person } & Awaited<ReturnType<typeof goToStripe>>)[] = [];
  for (const person of shop.choosePeople(crowd)) {
    buyers.push({ person, ...(await goToStripe(shop, person, listings)) });
    await writer.run('delete from holds');
  }
  stripe.webhooks.mode = 'held';
  const intents = buyers.map(({ sessionId }) => stripe.authorise(sessionId).id);
  const begun = performance.now();
  const returns = buyers.slice(0, returning).map(({ person, orderId }) => confirm(person, { orderId }, listings));
  const webhooks = stripe.webhooks.release();
  stripe.webhooks.mode = 'on';
  const { answers } = await shop.release('a crowd that pays', returns, { expected: [200, 404] });
  await webhooks;
  await untilSettled(tried);
  const books = intents.map((id) => stripe.book(id));
  const charged = books.filter(({ captured }) => captured === toCents(price));
  shop.record.winners('a crowd that pays', charged.length);
  const released = books.filter(({ captured, openAuthorisation }) => captured + openAuthorisation === 0);
  shop.record.figure(
    { what: 'buyers who paid for one piece', measured: crowd },
    { what: 'of them back at one moment', measured: answers.length },
    atMost(1, 'charged', charged.length),
    atLeast(crowd - 1, 'released', released.length),
    { what: 'all settled within', measured: (performance.now() - begun) / 1_000, unit: 's' },
  );
}

async function goToStripe(shop: RaceShop, buyer: Person, listings: readonly Listing[]) {
  const { orderId } = await shop.call(checkOut(buyer, listings));
  const { next } = await shop.call(requestBy(buyer, 'startPayment', { params: { id: orderId } }));
  if (next.kind !== 'redirect') throw new Error('the buyer cannot pay');
  return { orderId, sessionId: next.url.split('/').at(-1) ?? '' };
}

/** Waits until no event, task or payment is under way; a violation if that takes longer than `patience`. */
async function untilSettled({ stripe, shop, patience }: Tried): Promise<void> {
  await stripe.webhooks.settled();
  const isSettled = async (reader: Reader) => {
    const attempts = reader.selectFrom('payment_attempts').select('id').where('state', 'in', unsettled).limit(1);
    return !(await isWorkDue(reader, Number.MAX_SAFE_INTEGER)) && (await attempts.execute()).length === 0;
  };
  if (!(await becomesTrue(() => readSnapshot(shop.database, isSettled), { patience, every: 200 })))
    shop.record.broken('Some payments are not settled.');
}
