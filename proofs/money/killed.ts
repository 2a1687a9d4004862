import { join } from 'node:path';
import type { EndpointName } from '#contract/api.ts';
import { type Cents, fromCents, sumCents } from '#contract/money.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import type { CallOptions, FieldsOfReply } from '#server/testing/api-client.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { isWorkDue } from '#server/testing/open-paid-shop.ts';
import { type FakeStripe, openFakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import { becomesTrue } from '#server/testing/waiting.ts';
import { createMortalShop, dieAtEach, type MortalShop, type Trial } from '../crash/mortal-shop.ts';
import type { Listing, Person } from '../load/actions.ts';
import { forEachAtOnce } from '../load/at-once.ts';
import type { Run } from '../proof.ts';
import { audit } from './books.ts';
import type { Findings } from './scenario.ts';

/** A shop process that dies at chosen steps and is paid at a fake of Stripe. Their clocks are `ahead` of the real one, milliseconds. */
interface Tried {
  shop: MortalShop;
  stripe: FakeStripe;
  ahead: number;
}

/** An action during which the process may die. */
interface Action {
  act(): Promise<unknown>;
  /** What the person who got no answer does again. The answer to that does not matter. */
  again?: (() => Promise<unknown>) | undefined;
  wanted: Wanted;
  /** How far the clock is moved forward before `act`, milliseconds, with a start of the process that may die. */
  later?: number;
}

/** The order after the action. */
interface Wanted {
  id: string;
  /** Null: the order is deleted. */
  status: string | null;
  /** The state of its attempt. */
  attempt?: string;
  /** Cents in the payments record. */
  kept: number;
}

/** Prepares an order with a new person and new pieces, up to the step that is tried. */
type Prepare = (tried: Tried) => Promise<Action>;

const flows: Readonly<Record<string, Prepare>> = {
  'a payment': async (tried) => {
    const { sessionId, id, cents } = await atStripe(tried, 1);
    return {
      act: async () => tried.stripe.authorise(sessionId),
      wanted: { id, status: 'paid', attempt: 'captured', kept: cents },
    };
  },
  'a payment for a checkout that was given up': async (tried) => {
    const { sessionId, id, buyer } = await atStripe(tried, 1);
    return {
      act: () => payAndGiveUp(tried, buyer, () => tried.stripe.authorise(sessionId)),
      again: () => call(tried, 'releaseHolds', buyer),
      wanted: { id, status: null, attempt: 'released', kept: 0 },
    };
  },
  'money that was taken for a checkout that was given up': async (tried) => {
    const { sessionId, id, buyer } = await atStripe(tried, 1);
    const pay = () => tried.stripe.captureOutside(tried.stripe.authorise(sessionId).id);
    return {
      act: () => payAndGiveUp(tried, buyer, pay),
      again: () => call(tried, 'releaseHolds', buyer),
      wanted: { id, status: null, attempt: 'refunded', kept: 0 },
    };
  },
  'a refund of a part': async (tried) => {
    const { buyer, id, pieces } = await paid(tried);
    const left = pieces.slice(1);
    const items = left.map((listing) => ({ listingId: listing.id, price: fromCents(listing.cents) }));
    const remove = () => call(tried, 'updateOrder', buyer, { params: { id }, body: { items } });
    return { act: remove, again: remove, wanted: { id, status: 'paid', attempt: 'captured', kept: sumOf(left) } };
  },
  'a cancellation': async (tried) => {
    const { buyer, id } = await paid(tried);
    const cancel = () => call(tried, 'cancelOrder', buyer, { params: { id } });
    return { act: cancel, again: cancel, wanted: { id, status: 'cancelled', attempt: 'refunded', kept: 0 } };
  },
  'a transfer that arrives': async (tried) => {
    const { id, cents } = await byTransfer(tried);
    const body = { amount: fromCents(cents), method: 'transfer' };
    const record = () => call(tried, 'recordPayment', tried.shop.fixture.admin, { params: { id }, body });
    await confirmIdentity(tried);
    return { act: record, again: record, wanted: { id, status: 'paid', kept: cents } };
  },
  'the end of a reservation': async (tried) => {
    const { id } = await byTransfer(tried);
    const wanted = { id, status: 'cancelled', kept: 0 };
    return { act: async () => undefined, wanted, later: 10 * 24 * 3_600_000 };
  },
};

const sizes = {
  /** `shops`: for each shop, the flows during which it dies. `isTried`: before which steps it dies. */
  full: { people: 100, shops: Object.keys(flows).map((name) => [name]), isTried: () => true },
  short: {
    people: 8,
    shops: [['a payment', 'a refund of a part']],
    /** Only the step after a capture or refund: Stripe has done it, and the shop does not know yet. */
    isTried: (steps: readonly string[], index: number) => isEffect(steps[index - 1]),
  },
};
const isEffect = (step: string | undefined) => /^ask POST .*(capture|refunds)$/.test(step ?? '');

/** Only these steps make something permanent or known: a death at any other step leaves the same state as before the next of these. */
const dieBefore = '^(commit|answer|ask POST .*)$';
/** How long after a death the tasks that the process had claimed are free again, milliseconds. */
const claimsEnd = 3 * 60_000;

/**
 * Kills a real shop (SIGKILL) before each commit, each request to Stripe and each answer, while money moves. When the next process has
 * done its tasks, Stripe's books and the payments record must agree. Returns the number of deaths.
 */
export async function diesAtEachWrite(run: Run, found: Findings): Promise<number> {
  const { shops, people, isTried } = sizes[run.size];
  const preloaded = [join(import.meta.dirname, 'later.ts')];
  let deaths = 0;
  await forEachAtOnce(shops, 2, async (names) => {
    await using opened = new AsyncDisposableStack();
    const stripe = await openFakeStripe();
    opened.defer(() => stripe.close());
    const shop = opened.use(await createMortalShop(run, { name: names.join(), people, dieBefore, preloaded }));
    const tried: Tried = { shop, stripe, ahead: 0 };
    stripe.clock = () => Date.now() + tried.ahead;
    await open(tried, 0);
    for (const name of names) {
      const died = await dieAtEach(run, name, trialOf(tried, name), found.violations, isTried);
      // Not `deaths += await …`, which would lose what the other shop has counted meanwhile.
      deaths += died;
    }
  });
  return deaths;
}

function trialOf(tried: Tried, name: string): Trial {
  const { shop, stripe } = tried;
  const prepare = () => flows[name]?.(tried) ?? Promise.reject(new Error(`no flow ${name}`));
  return {
    async record() {
      const action = await prepare();
      await begin(tried, action, 0);
      await action.act();
      if (!(await becomes(tried, action.wanted)) || shop.isDead()) throw new Error(`${name} does not end as it should`);
      await stripe.webhooks.settled();
      const steps = await shop.dieAt(0);
      await turnClockBack(tried, action);
      return steps;
    },
    async dieAt(step) {
      const action = await prepare();
      await begin(tried, action, step);
      if (!shop.isDead()) await action.act();
      const ended = await becomes(tried, action.wanted);
      const died = shop.isDead();
      await reopen(tried, claimsEnd);
      if (died) await action.again?.();
      // Stripe repeats events that were not answered. Before `again` they would buy what the buyer is about to give up.
      await stripe.webhooks.retry();
      const isSo = ended && (await becomes(tried, action.wanted));
      await turnClockBack(tried, action);
      const problems = await readSnapshot(shop.fixture.database, (reader) => audit(reader, stripe, stripe.clock()));
      return { died, violations: [...(isSo ? [] : [`order is not ${JSON.stringify(action.wanted)}`]), ...problems] };
    },
  };
}

async function begin(tried: Tried, { later }: Action, step: number): Promise<void> {
  if (later === undefined) await tried.shop.dieAt(step);
  else await reopen(tried, later, step);
}

/** Turns the clock back after an action that is `later`, because otherwise all sessions would end soon. */
async function turnClockBack(tried: Tried, { later }: Action): Promise<void> {
  if (later !== undefined) await reopen(tried, -later);
}

/** Kills the process and starts it again, with the clock moved by `later` milliseconds. */
async function reopen(tried: Tried, later: number, dieAt = 0): Promise<void> {
  await tried.shop.kill();
  await tried.stripe.webhooks.settled();
  await open(tried, later, dieAt);
}

async function open(tried: Tried, later: number, dieAt = 0): Promise<void> {
  const { shop, stripe } = tried;
  tried.ahead += later;
  await shop.open({ ...stripe.environment, CLOCK_AHEAD: String(tried.ahead) }, dieAt);
  stripe.webhooks.to = `${shop.address()}/api/payments/stripe/events`;
}

/** Waits until the order is as wanted and nothing is left to do, or the process is dead. Returns false if neither happens. */
function becomes({ shop }: Tried, order: Wanted): Promise<boolean> {
  const isEnded = async () =>
    shop.isDead() || (await readSnapshot(shop.fixture.database, (reader) => isSo(reader, order)));
  return becomesTrue(isEnded, { patience: 90_000, every: 20 });
}

async function isSo(reader: Reader, { id, status, attempt, kept }: Wanted): Promise<boolean> {
  const order = await reader.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirst();
  const attempts = await reader.selectFrom('payment_attempts').select('state').where('order_id', '=', id).execute();
  const payments = await reader.selectFrom('payments').selectAll().where('order_id', '=', id).execute();
  const sum = payments.reduce((total, row) => total + (row.kind === 'charge' ? 1 : -1) * row.amount_cents, 0);
  if ((order?.status ?? null) !== status || attempts.at(-1)?.state !== attempt || sum !== kept) return false;
  return !(await isWorkDue(reader, Number.MAX_SAFE_INTEGER));
}

/** Calls an endpoint as a person. The fields of the reply are undefined if the call was refused or not answered. */
async function call<Name extends EndpointName>(
  { shop }: Tried,
  name: Name,
  { token }: Person,
  options: CallOptions = {},
): Promise<Partial<FieldsOfReply<Name>> & { status: number }> {
  using client = createHttpClient(shop.address());
  const { status, body } = await client.call(name, { token, ...options });
  return { ...body, status };
}

interface Checkout {
  id: string;
  buyer: Person;
  pieces: readonly Listing[];
  cents: Cents;
}

async function atStripe(tried: Tried, count: number) {
  const checkout = await checkOut(tried, count, 'credit');
  const { next } = await call(tried, 'startPayment', checkout.buyer, { params: { id: checkout.id } });
  if (next?.kind !== 'redirect') throw new Error('the buyer cannot pay');
  return { ...checkout, sessionId: next.url.split('/').at(-1) ?? '' };
}

async function paid(tried: Tried) {
  const order = await atStripe(tried, 2);
  tried.stripe.authorise(order.sessionId);
  await becomes(tried, { id: order.id, status: 'paid', attempt: 'captured', kept: order.cents });
  await tried.stripe.webhooks.settled();
  return order;
}

async function byTransfer(tried: Tried) {
  await confirmIdentity(tried);
  const account = { transfer: true, accountName: 'Gallery', bsb: '062000', accountNumber: '10482297' };
  await call(tried, 'updatePaymentSettings', tried.shop.fixture.admin, { body: account });
  const order = await checkOut(tried, 1, 'transfer');
  await call(tried, 'startPayment', order.buyer, { params: { id: order.id } });
  return order;
}

const confirmIdentity = (tried: Tried) =>
  call(tried, 'confirmIdentity', tried.shop.fixture.admin, { body: { password: tried.shop.fixture.admin.password } });

async function checkOut(tried: Tried, count: number, paymentMethod: 'credit' | 'transfer'): Promise<Checkout> {
  const buyer = tried.shop.newPerson();
  const pieces = tried.shop.newPieces(count);
  const items = pieces.map(({ id, cents }) => ({ listingId: id, price: fromCents(cents) }));
  const { orderId, status } = await call(tried, 'createCheckout', buyer, { body: { items, paymentMethod } });
  // The clock was moved forward, so the sessions of some people have ended; another person tries.
  if (status === 401) return checkOut(tried, count, paymentMethod);
  if (orderId === undefined) throw new Error(`the checkout is answered ${status}`);
  return { buyer, pieces, id: orderId, cents: sumOf(pieces) };
}

const sumOf = (listings: readonly Listing[]) => sumCents(listings.map(({ cents }) => cents));

async function payAndGiveUp(tried: Tried, buyer: Person, pay: () => unknown): Promise<void> {
  tried.stripe.webhooks.mode = 'held';
  pay();
  await call(tried, 'releaseHolds', buyer);
  await tried.stripe.webhooks.release();
  tried.stripe.webhooks.mode = 'on';
}
