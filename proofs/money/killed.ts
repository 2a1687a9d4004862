import { expectEqual } from './findings.ts';
import { newBuyer, type Scenario, settleDown } from './scenario.ts';
import type { MoneyShop } from './shop.ts';

/** More writes than a payment has, from the buyer's return to the last task. */
const mostWrites = 16;

/**
 * 6: the process dies at each write to the database, before it or right after it, while a payment is settled and captured, and while
 * it is refunded. The next process goes on.
 */
export const diesAtEachWrite: Scenario = async (shop, found) => {
  const moments = found.isShort ? (['after'] as const) : (['before', 'after'] as const);
  for (const moment of moments) {
    for (let write = 2; write <= (found.isShort ? 8 : mostWrites); write += found.isShort ? 3 : 1) {
      const what = `died ${moment} write ${write}`;
      const anna = await newBuyer(shop);
      await dieAt(shop, { moment, write }, async () => {
        shop.stripe.authorise(anna.sessionId);
        await shop.comeBack(anna.buyer, anna.orderId, anna.pieces);
        await afterDeath(shop);
      });
      await goOn(shop);
      expectEqual(found, what, await shop.statusOf(anna.orderId), 'paid');
      await dieAt(shop, { moment, write }, async () => {
        await shop.call('cancelOrder', { token: anna.buyer.token, params: { id: anna.orderId } });
        await afterDeath(shop);
      });
      await shop.call('cancelOrder', { token: anna.buyer.token, params: { id: anna.orderId } });
      await goOn(shop);
      const [attempt] = await shop.attemptsOf(anna.orderId);
      expectEqual(found, `refund that ${what}`, attempt?.state, 'refunded');
    }
  }
};

/** Nothing more happens in a dead process. */
async function afterDeath(shop: MoneyShop): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await shop.stripe.webhooks.settled();
    await shop.shop.settlement.settled();
  }
}

/** The next process starts: Stripe sends again what was not answered, and claims of the dead process end. */
async function goOn(shop: MoneyShop): Promise<void> {
  await shop.stripe.webhooks.retry();
  await settleDown(shop);
}

/**
 * From the given write on, every write fails, as in a process that was killed there. `after`: that one is committed, and nobody
 * learns of it.
 */
async function dieAt(
  shop: MoneyShop,
  { moment, write: last }: { moment: 'before' | 'after'; write: number },
  run: () => Promise<void>,
): Promise<void> {
  const { database } = shop.shop;
  const { write } = database;
  let count = 0;
  const dying: typeof write = async (work) => {
    count += 1;
    if (count > last || (count === last && moment === 'before')) throw new Error('killed');
    const answer = await write(work);
    if (count >= last) throw new Error('killed');
    return answer;
  };
  Object.assign(database, { write: dying });
  try {
    await run();
  } finally {
    Object.assign(database, { write });
  }
}
