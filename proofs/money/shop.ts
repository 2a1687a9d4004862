import type { Listing } from '#contract/catalog.ts';
import { type OpenTestShop, openTestShop } from '#server/testing/open-shop.ts';
import type { Person } from '#server/testing/people.ts';
import { type FakeStripe, openFakeStripe, type WebhookRequest } from '#server/testing/stripe/fake-stripe.ts';
import type { Run } from '../proof.ts';
import { audit, isWorkDue } from './books.ts';

/** A shop that is paid at a fake of Stripe, both with one clock. */
export interface MoneyShop extends OpenTestShop {
  stripe: FakeStripe;
  owner: Person;
  /** Accepted beside the fake's own secret. */
  nextSecret: string;
  /** A new buyer with a pending order, who is on Stripe's page. */
  buyerAtStripe(name: string, ...pieces: readonly Listing[]): Promise<BuyerAtStripe>;
  /** A pending order of the buyer. */
  checkOut(buyer: Person, ...pieces: readonly Listing[]): Promise<string>;
  /** The buyer's button "Pay": the id of the session at Stripe. */
  goToStripe(buyer: Person, orderId: string): Promise<string>;
  /** The page to which the buyer comes back asks what is so; returns the order's status. */
  comeBack(buyer: Person, orderId: string, pieces: readonly Listing[]): Promise<string>;
  statusOf(orderId: string): Promise<string | null>;
  attemptsOf(orderId: string): Promise<{ state: string; error: string }[]>;
  /** Kinds of the emails that were queued, sorted; those to owners begin with `admin: `. */
  emails(): Promise<string[]>;
  /** Resolves when webhooks are answered and the background has nothing more to do now. */
  quiet(): Promise<void>;
  /** Time passes, and the background looks at what is due then. */
  later(milliseconds: number): Promise<void>;
  /** What is wrong between the fake's books, the payments record and the invariants. */
  audit(expectedDifferences: ReadonlySet<string>): Promise<string[]>;
  postEvent(request: WebhookRequest): Promise<number>;
}

export interface BuyerAtStripe {
  buyer: Person;
  orderId: string;
  sessionId: string;
  pieces: readonly Listing[];
}

const nextSecret = 'whsec_next';

export async function openMoneyShop(run: Run, name: string): Promise<MoneyShop> {
  const stripe = await openFakeStripe();
  const shop = await openTestShop({
    databaseUrl: await run.newDatabase(),
    directory: `${run.directory}/${name}`,
    environment: {
      ...stripe.environment,
      STRIPE_WEBHOOK_SECRET: `${stripe.webhookSecret},${nextSecret}`,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    },
  });
  stripe.clock = () => shop.shop.clock();
  const postEvent = async ({ body, headers }: WebhookRequest) =>
    // biome-ignore lint/nursery/useAwaitThenable: Fastify's chain is a thenable that Biome does not see
    (await shop.app.inject({ method: 'POST', url: '/api/payments/stripe/events', headers, payload: body })).statusCode;
  stripe.webhooks.to = postEvent;
  const owner = await shop.admin('Owner of the shop');
  const money: MoneyShop = {
    ...shop,
    ...readingsOf(shop),
    stripe,
    owner,
    nextSecret,
    postEvent,
    async checkOut(buyer, ...pieces) {
      const items = pieces.map((piece) => ({ listingId: piece.id, price: piece.price }));
      const { status, body } = await shop.call('createCheckout', { token: buyer.token, body: { items } });
      if (status !== 200) throw new Error(`checkout answers ${status} ${body.message}`);
      return body.orderId;
    },
    async goToStripe(buyer, orderId) {
      const { status, body } = await shop.call('startPayment', { token: buyer.token, params: { id: orderId } });
      if (status !== 200 || body.next.kind !== 'redirect')
        throw new Error(`payment answers ${status} ${JSON.stringify(body)}`);
      return body.next.url.split('/').at(-1) ?? '';
    },
    async buyerAtStripe(buyerName, ...pieces) {
      const buyer = await shop.customer(buyerName);
      const orderId = await money.checkOut(buyer, ...pieces);
      return { buyer, orderId, sessionId: await money.goToStripe(buyer, orderId), pieces };
    },
    async comeBack(buyer, orderId, pieces) {
      const listingIds = pieces.map((piece) => piece.id);
      const { status, body } = await shop.call('confirmPayment', {
        token: buyer.token,
        body: { orderId, listingIds },
      });
      return status === 200 ? body.order.status : String(status);
    },
    async quiet() {
      // A webhook may begin work at Stripe, which sends the next webhook.
      for (let quietRounds = 0; quietRounds < 2; ) {
        await stripe.webhooks.settled();
        await shop.shop.settlement.settled();
        await new Promise(setImmediate);
        const isDue = await isWorkDue(shop.shop.database.read, shop.shop.clock());
        if (isDue) shop.shop.settlement.wake();
        quietRounds = isDue ? 0 : quietRounds + 1;
      }
    },
    async later(milliseconds) {
      shop.passTime(milliseconds);
      shop.shop.settlement.wake();
      await money.quiet();
    },
    audit: (expectedDifferences) => audit(shop.shop.database.read, stripe, shop.shop.clock(), expectedDifferences),
    close: async () => {
      await shop.close();
      await stripe.close();
    },
    [Symbol.asyncDispose]: () => money.close(),
  };
  return money;
}

/** What the database says. */
function readingsOf({
  shop: {
    database: { read },
  },
}: OpenTestShop): Pick<MoneyShop, 'statusOf' | 'attemptsOf' | 'emails'> {
  return {
    async statusOf(orderId) {
      const order = await read.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst();
      return order?.status ?? null;
    },
    attemptsOf: (orderId) =>
      read
        .selectFrom('payment_attempts')
        .select(['state', 'error'])
        .where('order_id', '=', orderId)
        .orderBy('created_at')
        .execute(),
    async emails() {
      const rows = await read.selectFrom('outbox').select('kind').orderBy('kind').execute();
      return rows.map(({ kind }) => kind);
    },
  };
}
