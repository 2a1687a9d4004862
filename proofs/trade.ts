import { join } from 'node:path';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import { openPaidShop } from '#server/testing/open-paid-shop.ts';
import { atLeast, type Proof } from './proof.ts';
import { booksOf } from './trade/books.ts';
import { buySomething } from './trade/buy.ts';
import { changeSomething } from './trade/changes.ts';
import { changeRates, openMarket } from './trade/market.ts';

/** The number of orders after which the books are checked again. */
const booksEvery = 25;
/** The number of orders after which the delivery rates change again. */
const ratesEvery = 10;
const day = 24 * 3_600_000;

export const trade: Proof = {
  name: 'trade',
  promise: 'Whatever is bought, sent, changed and refunded at whatever rates, the sums of the shop agree to the cent',
  engines: ['sqlite', 'postgres'],
  async prove(run) {
    const count = run.size === 'short' ? 12 : 1_500;
    await using shop = await openPaidShop({
      databaseUrl: await run.newDatabase(),
      directory: join(run.directory, 'shop'),
      // What the proof provokes would fill the log.
      environment: { LOG_LEVEL: 'silent' },
    });
    const market = await openMarket(shop, createRandom(run.seed));
    const { random, counts, violations } = market;
    for (let number = 1; number <= count && violations.length === 0; number += 1) {
      if (number % ratesEvery === 1) await changeRates(market);
      const bought = await buySomething(market, number);
      if (bought) for (let left = random.below(4); left > 0; left -= 1) await changeSomething(market, bought);
      await shop.later(random.below(day));
      if (number % booksEvery === 0 || number === count) violations.push(...(await booksOf(shop)));
      if (number % 100 === 0) run.log(`${number} orders`);
    }
    return {
      figures: [
        atLeast(count / 2, 'orders paid', counts.paid),
        atLeast(count / 2, 'changes, shipments and refunds', counts.changed),
        { what: 'calls refused (4xx)', measured: counts.refused },
      ],
      violations,
    };
  },
};
