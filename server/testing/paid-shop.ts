import type { Listing } from '#contract/catalog.ts';
import { type OpenTestShop, openTestShop, type TestShopOptions } from './open-shop.ts';
import type { Person } from './people.ts';
import { onEachEngineWith } from './shop.ts';
import { type FakeStripe, openFakeStripe } from './stripe/fake-stripe.ts';

/** A shop that is paid at a fake of Stripe, both with one clock. */
export interface PaidShop extends OpenTestShop {
  stripe: FakeStripe;
  owner: Person;
  /** A new buyer with a pending order, who is on Stripe's page. */
  buyerAtStripe(name: string, ...pieces: readonly Listing[]): Promise<{ orderId: string; sessionId: string }>;
  statusOf(orderId: string): Promise<string | undefined>;
  /** Kinds of the emails that were queued. */
  emails(): Promise<string[]>;
  /** Resolves when webhooks are answered and their work is done. */
  quiet(): Promise<void>;
  /** The background does what is due at the processor, as each process does every minute. */
  reconciled(): Promise<void>;
}

/** Like `onEachEngine`, with a new fake of Stripe for each test. */
export function onEachPaidShop(name: string, tests: (shop: PaidShop) => void): void {
  onEachEngineWith(name, openPaidShop, tests);
}

async function openPaidShop(database: Pick<TestShopOptions, 'databaseUrl' | 'directory'>): Promise<PaidShop> {
  const stripe = await openFakeStripe();
  const environment = { ...stripe.environment, RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
  const open = await openTestShop({ ...database, environment });
  stripe.clock = () => open.shop.clock();
  stripe.webhooks.to = async ({ body, headers }) => {
    const request = { method: 'POST', url: '/api/payments/stripe/events', headers, payload: body } as const;
    // biome-ignore lint/nursery/useAwaitThenable: Fastify's chain is a thenable that Biome does not see
    return (await open.app.inject(request)).statusCode;
  };
  const close = async () => {
    await open.close();
    await stripe.close();
  };
  const { settlement, reconciliation, database: stored } = open.shop;
  return {
    ...open,
    stripe,
    owner: await open.admin('Linh'),
    async buyerAtStripe(name, ...pieces) {
      const buyer = await open.customer(name);
      const items = pieces.map(({ id: listingId, price }) => ({ listingId, price }));
      const { body } = await open.call('createCheckout', { token: buyer.token, body: { items } });
      const payment = await open.call('startPayment', { token: buyer.token, params: { id: body.orderId } });
      if (payment.body.next?.kind !== 'redirect') throw new Error(`payment answers ${JSON.stringify(payment.body)}`);
      return { orderId: body.orderId, sessionId: payment.body.next.url.split('/').at(-1) ?? '' };
    },
    async statusOf(orderId) {
      const order = await stored.read
        .selectFrom('orders')
        .select('status')
        .where('id', '=', orderId)
        .executeTakeFirst();
      return order?.status;
    },
    async emails() {
      return (await stored.read.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind);
    },
    async quiet() {
      // A webhook may begin work at Stripe, which sends the next webhook.
      for (let round = 0; round < 4; round += 1) {
        settlement.wake();
        await settlement.settled();
        await stripe.webhooks.settled();
      }
    },
    async reconciled() {
      reconciliation.wake();
      await reconciliation.settled();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
