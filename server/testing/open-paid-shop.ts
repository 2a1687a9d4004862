import type { Listing } from '#contract/catalog.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { type OpenTestShop, openTestShop, type TestShopOptions } from './open-shop.ts';
import type { Person } from './people.ts';
import { type FakeStripe, openFakeStripe, type WebhookRequest } from './stripe/fake-stripe.ts';

/** A shop that is paid through a fake Stripe; both use the same clock. */
export interface PaidShop extends OpenTestShop {
  stripe: FakeStripe;
  owner: Person;
  /** A second webhook secret that the shop accepts, beside that of the fake. */
  nextSecret: string;
  /** Registers a buyer, creates a pending order, and takes the buyer to Stripe's page. */
  buyerAtStripe(name: string, ...listings: readonly Listing[]): Promise<BuyerAtStripe>;
  /** Creates a pending order and returns its id. */
  checkOut(buyer: Person, ...listings: readonly Listing[]): Promise<string>;
  /** Presses the buyer's button "Pay", and returns the id of the session at Stripe. */
  goToStripe(buyer: Person, orderId: string): Promise<string>;
  /** Brings the buyer back from Stripe; the shop checks the payment. Returns the order's status, or the HTTP status if it is not 200. */
  comeBack(buyer: Person, orderId: string, listings: readonly Listing[]): Promise<string>;
  statusOf(orderId: string): Promise<string | null>;
  /** The states of the order's attempts, oldest first. */
  attemptsOf(orderId: string): Promise<string[]>;
  /** Kinds of the emails that were queued; those to owners begin with `admin: `. */
  emails(): Promise<string[]>;
  /** Resolves when webhooks are answered and the background has nothing more to do now. */
  quiet(): Promise<void>;
  /** Moves the clock forward, and waits until the background has done what is due then. */
  later(milliseconds: number): Promise<void>;
  /** Runs the jobs of the reconciliation that are due, as each process does every minute. */
  reconciled(): Promise<void>;
  /** Returns the HTTP status of the answer. */
  postEvent(request: WebhookRequest): Promise<number>;
}

export interface BuyerAtStripe {
  buyer: Person;
  orderId: string;
  sessionId: string;
  pieces: readonly Listing[];
}

const nextSecret = 'whsec_next';

/** Opens a shop for a test or a program. Works without a test runner. */
export async function openPaidShop(
  options: Pick<TestShopOptions, 'databaseUrl' | 'database' | 'directory' | 'environment'>,
): Promise<PaidShop> {
  const stripe = await openFakeStripe();
  const secrets = { STRIPE_WEBHOOK_SECRET: `${stripe.webhookSecret},${nextSecret}` };
  const environment = { ...stripe.environment, ...secrets, RATE_LIMITS: 'off', ...options.environment };
  const open = await openTestShop({ ...options, environment });
  const { settlement, reconciliation, database, clock } = open.shop;
  stripe.clock = () => clock();
  const postEvent = async ({ body, headers }: WebhookRequest) => {
    const request = { method: 'POST', url: '/api/payments/stripe/events', headers, payload: body } as const;
    // biome-ignore lint/nursery/useAwaitThenable: Fastify's chain is a thenable that Biome does not see
    return (await open.app.inject(request)).statusCode;
  };
  stripe.webhooks.to = postEvent;
  const shop: PaidShop = {
    ...open,
    ...readingsOf(database.read),
    stripe,
    owner: await open.admin('Linh'),
    nextSecret,
    postEvent,
    async checkOut({ token }, ...listings) {
      const items = listings.map(({ id: listingId, price }) => ({ listingId, price }));
      const { status, body } = await open.call('createCheckout', { token, body: { items } });
      if (status !== 200) throw new Error(`checkout answers ${status} ${body.message}`);
      return body.orderId;
    },
    async goToStripe({ token }, orderId) {
      const { body } = await open.call('startPayment', { token, params: { id: orderId } });
      if (body.next?.kind !== 'redirect') throw new Error(`payment answers ${JSON.stringify(body)}`);
      return body.next.url.split('/').at(-1) ?? '';
    },
    async buyerAtStripe(name, ...pieces) {
      const buyer = await open.customer(name);
      const orderId = await shop.checkOut(buyer, ...pieces);
      return { buyer, orderId, sessionId: await shop.goToStripe(buyer, orderId), pieces };
    },
    async comeBack({ token }, orderId, listings) {
      const body = { orderId, listingIds: listings.map(({ id }) => id) };
      const answer = await open.call('confirmPayment', { token, body });
      return answer.status === 200 ? answer.body.order.status : String(answer.status);
    },
    async quiet() {
      // A webhook may begin work at Stripe, which sends the next webhook.
      for (let quietRounds = 0; quietRounds < 2; ) {
        await stripe.webhooks.settled();
        await settlement.settled();
        await new Promise(setImmediate);
        const isDue = await isWorkDue(database.read, clock());
        if (isDue) settlement.wake();
        quietRounds = isDue ? 0 : quietRounds + 1;
      }
    },
    async later(milliseconds) {
      open.passTime(milliseconds);
      settlement.wake();
      await shop.quiet();
    },
    async reconciled() {
      reconciliation.wake();
      await reconciliation.settled();
    },
    async close() {
      await open.close();
      await stripe.close();
    },
    [Symbol.asyncDispose]: () => shop.close(),
  };
  return shop;
}

function readingsOf(read: Reader): Pick<PaidShop, 'statusOf' | 'attemptsOf' | 'emails'> {
  return {
    async statusOf(orderId) {
      const orders = read.selectFrom('orders').select('status').where('id', '=', orderId);
      return (await orders.executeTakeFirst())?.status ?? null;
    },
    async attemptsOf(orderId) {
      const attempts = read.selectFrom('payment_attempts').select('state').where('order_id', '=', orderId);
      return (await attempts.orderBy('created_at').execute()).map(({ state }) => state);
    },
    async emails() {
      return (await read.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind);
    },
  };
}

/** Whether an event or a task waits for the background at that time, epoch milliseconds. */
export async function isWorkDue(reader: Reader, now: number): Promise<boolean> {
  const tasks = reader.selectFrom('payment_tasks').select('id').where('state', '=', 'waiting');
  const events = reader.selectFrom('payment_events').select('id').where('handled_at', 'is', null);
  const due = [tasks.where('next_at', '<=', now), events.where('next_at', '<=', now)];
  return (await Promise.all(due.map((query) => query.executeTakeFirst()))).some((row) => row !== undefined);
}
