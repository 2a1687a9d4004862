import { toDollars } from '#contract/money.ts';
import type { Person, Piece } from '../load/actions.ts';
import { forEachAtOnce } from '../load/at-once.ts';
import { hashOfPassword } from '../load/fixture.ts';
import type { Run } from '../proof.ts';
import type { Findings } from './findings.ts';
import { type MortalShop, openMortalShop, type Wanted } from './mortal-shop.ts';

/** What the process dies at. */
interface Death {
  /** It may die while this is done. */
  act(): Promise<unknown>;
  /** What the person who was not answered does again; whatever it is answered. */
  again?: (() => Promise<unknown>) | undefined;
  /** How it ends. */
  wanted: Wanted;
  /** So much later, in milliseconds, the process that dies is started. */
  later?: number;
}

/** Prepares an order of new people and pieces up to what is tried. */
type Prepare = (shop: MortalShop) => Promise<Death>;

const flows: Readonly<Record<string, Prepare>> = {
  'a payment': async (shop) => {
    const { sessionId, id, cents } = await atStripe(shop, 1);
    return {
      act: async () => shop.stripe.authorise(sessionId),
      wanted: { id, status: 'paid', attempt: 'captured', kept: cents },
    };
  },
  'a payment for a checkout that was given up': async (shop) => {
    const { sessionId, id, buyer } = await atStripe(shop, 1);
    return {
      act: () => payAndGiveUp(shop, buyer, () => shop.stripe.authorise(sessionId)),
      again: () => shop.call('releaseHolds', buyer),
      wanted: { id, status: null, attempt: 'released', kept: 0 },
    };
  },
  'money that was taken for a checkout that was given up': async (shop) => {
    const { sessionId, id, buyer } = await atStripe(shop, 1);
    const pay = () => shop.stripe.captureOutside(shop.stripe.authorise(sessionId).id);
    return {
      act: () => payAndGiveUp(shop, buyer, pay),
      again: () => shop.call('releaseHolds', buyer),
      wanted: { id, status: null, attempt: 'refunded', kept: 0 },
    };
  },
  'a refund of a part': async (shop) => {
    const { buyer, id, pieces } = await paid(shop);
    const left = pieces.slice(1);
    const items = left.map((piece) => ({ listingId: piece.id, price: toDollars(piece.cents) }));
    const remove = () => shop.call('updateOrder', buyer, { params: { id }, body: { items } });
    return { act: remove, again: remove, wanted: { id, status: 'paid', attempt: 'captured', kept: sumOf(left) } };
  },
  'a cancellation': async (shop) => {
    const { buyer, id } = await paid(shop);
    const cancel = () => shop.call('cancelOrder', buyer, { params: { id } });
    return { act: cancel, again: cancel, wanted: { id, status: 'cancelled', attempt: 'refunded', kept: 0 } };
  },
  'a transfer that arrives': async (shop) => {
    const { id, cents } = await byTransfer(shop);
    const body = { amount: toDollars(cents), method: 'transfer' };
    const record = () => shop.call('recordPayment', shop.owner, { params: { id }, body });
    await confirmIdentity(shop);
    return { act: record, again: record, wanted: { id, status: 'paid', kept: cents } };
  },
  'the end of a reservation': async (shop) => {
    const { id } = await byTransfer(shop);
    const wanted = { id, status: 'cancelled', kept: 0 };
    return { act: async () => undefined, wanted, later: 10 * 24 * 3_600_000 };
  },
};

const sizes = {
  /** Each of `shops` dies in the middle of these. */
  full: { people: 100, shops: Object.keys(flows).map((name) => [name]), isTried: () => true },
  short: {
    people: 8,
    shops: [['a payment', 'a refund of a part']],
    /** Stripe has done it, and the shop does not know. */
    isTried: (steps: readonly string[], index: number) => isEffect(steps[index - 1]),
  },
};
const isEffect = (step: string | undefined) => /^ask POST .*(capture|refunds)$/.test(step ?? '');

/**
 * `kill -9` of a real shop before each commit, each request to Stripe and each answer, while money moves: at these moments
 * something becomes permanent or known, and between them a death leaves nothing else. Once the tasks of the next process are done,
 * books and record agree. Returns how often it died.
 */
export async function diesAtEachWrite(run: Run, found: Findings): Promise<number> {
  const { shops, people, isTried } = sizes[run.size];
  const passwordHash = await hashOfPassword(run.seed);
  let deaths = 0;
  await forEachAtOnce(shops, 2, async (names) => {
    await using shop = await openMortalShop(run, { name: names.join(), people, passwordHash });
    await shop.open();
    for (const name of names) {
      const steps = await recordSteps(shop, name);
      const tried = steps.flatMap((step, index) => (isTried(steps, index) ? [[index + 1, step] as const] : []));
      for (const [number, step] of tried) {
        const { died, problems } = await dieAt(shop, name, number);
        deaths += died ? 1 : 0;
        found.violations.push(...problems.map((problem) => `${name}, dead before step ${number}, ${step}: ${problem}`));
      }
      run.log(`${name}: tried ${tried.length} of ${steps.length} steps`);
    }
  });
  return deaths;
}

async function recordSteps(shop: MortalShop, name: string): Promise<string[]> {
  const death = await prepare(shop, name);
  await begin(shop, death, 0);
  await death.act();
  if (!(await shop.becomes(death.wanted)) || shop.isDead()) throw new Error(`${name} does not end as it should`);
  await shop.stripe.webhooks.settled();
  const steps = await shop.dieAt(0);
  await goBack(shop, death);
  return steps;
}

async function dieAt(shop: MortalShop, name: string, step: number): Promise<{ died: boolean; problems: string[] }> {
  const death = await prepare(shop, name);
  await begin(shop, death, step);
  if (!shop.isDead()) await death.act();
  const ended = await shop.becomes(death.wanted);
  const died = shop.isDead();
  await shop.kill();
  // Claims of the dead process have ended by then.
  await shop.open(3 * 60_000);
  if (died) await death.again?.();
  // Stripe sends later again what was not answered. Before that, it would buy what the buyer is about to give up.
  await shop.stripe.webhooks.retry();
  const isSo = ended && (await shop.becomes(death.wanted));
  await goBack(shop, death);
  const problems = [...(isSo ? [] : [`it is not ${JSON.stringify(death.wanted)}`]), ...(await shop.audit())];
  return { died, problems };
}

const prepare = (shop: MortalShop, name: string) => flows[name]?.(shop) ?? Promise.reject(new Error(`no flow ${name}`));

async function begin(shop: MortalShop, { later }: Death, step: number): Promise<void> {
  if (later === undefined) return void (await shop.dieAt(step));
  await shop.kill();
  await shop.open(later, step);
}

interface Checkout {
  id: string;
  buyer: Person;
  pieces: readonly Piece[];
  cents: number;
}

/** Otherwise everybody's session would be over soon. */
async function goBack(shop: MortalShop, { later }: Death): Promise<void> {
  if (later === undefined) return;
  await shop.kill();
  await shop.open(-later);
}

async function atStripe(shop: MortalShop, count: number) {
  const checkout = await checkOut(shop, count, 'credit');
  const { next } = await shop.call('startPayment', checkout.buyer, { params: { id: checkout.id } });
  if (next?.kind !== 'redirect') throw new Error('the buyer cannot pay');
  return { ...checkout, sessionId: next.url.split('/').at(-1) ?? '' };
}

async function paid(shop: MortalShop) {
  const order = await atStripe(shop, 2);
  shop.stripe.authorise(order.sessionId);
  await shop.becomes({ id: order.id, status: 'paid', attempt: 'captured', kept: order.cents });
  await shop.stripe.webhooks.settled();
  return order;
}

async function byTransfer(shop: MortalShop) {
  await confirmIdentity(shop);
  const account = { transfer: true, accountName: 'Gallery', bsb: '062000', accountNumber: '10482297' };
  await shop.call('updatePaymentSettings', shop.owner, { body: account });
  const order = await checkOut(shop, 1, 'transfer');
  await shop.call('startPayment', order.buyer, { params: { id: order.id } });
  return order;
}

const confirmIdentity = (shop: MortalShop) =>
  shop.call('confirmIdentity', shop.owner, { body: { password: shop.owner.password } });

async function checkOut(shop: MortalShop, count: number, paymentMethod: 'credit' | 'transfer'): Promise<Checkout> {
  const buyer = shop.newBuyer();
  const pieces = shop.newPieces(count);
  const items = pieces.map(({ id, cents }) => ({ listingId: id, price: toDollars(cents) }));
  const { orderId, status } = await shop.call('createCheckout', buyer, { body: { items, paymentMethod } });
  // Some sessions ended while time passed.
  if (status === 401) return checkOut(shop, count, paymentMethod);
  if (orderId === undefined) throw new Error(`the checkout is answered ${status}`);
  return { buyer, pieces, id: orderId, cents: sumOf(pieces) };
}

const sumOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { cents }) => sum + cents, 0);

async function payAndGiveUp(shop: MortalShop, buyer: Person, pay: () => unknown): Promise<void> {
  shop.stripe.webhooks.mode = 'held';
  pay();
  await shop.call('releaseHolds', buyer);
  await shop.stripe.webhooks.release();
  shop.stripe.webhooks.mode = 'on';
}
