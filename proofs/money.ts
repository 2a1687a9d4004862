import { join } from 'node:path';
import { openPaidShop } from '#server/testing/open-paid-shop.ts';
import * as afterTheSale from './money/after-the-sale.ts';
import * as attempts from './money/attempts.ts';
import { auditShop } from './money/books.ts';
import { ordersChanged } from './money/changes.ts';
import { cutConnections } from './money/connections.ts';
import { settleInProcesses } from './money/crowd.ts';
import * as events from './money/events.ts';
import { diesAtEachWrite } from './money/killed.ts';
import type { Findings } from './money/scenario.ts';
import { atLeast, joined, type Proof } from './proof.ts';

/** The scenarios on one shop, by the names in docs/reliability.md. */
const scenarios = { ...events, ...attempts, ...afterTheSale, cutConnections, ordersChanged };

export const money: Proof = {
  name: 'money',
  promise: 'What Stripe took less what it gave back is what the record says, and nobody pays for what is not theirs',
  engines: ['sqlite', 'postgres'],
  shortEngines: ['sqlite'],
  async prove(run) {
    const found: Findings = {
      violations: [],
      scenario: '',
      isShort: run.size === 'short',
      expectedDifferences: new Set(),
    };
    await using shop = await openPaidShop({
      databaseUrl: await run.newDatabase(),
      directory: join(run.directory, 'shop'),
      // The proof provokes errors, which would fill the log.
      environment: { LOG_LEVEL: 'silent' },
    });
    for (const [name, scenario] of Object.entries(scenarios)) {
      found.scenario = name;
      const begun = performance.now();
      await scenario(shop, found);
      run.log(`${name}: ${(performance.now() - begun).toFixed(0)} ms`);
      const problems = await auditShop(shop, found.expectedDifferences);
      found.violations.push(...problems.map((problem) => `${name}: ${problem}`));
    }
    run.log('the process dies');
    const deaths = await diesAtEachWrite(run, found);
    const processes = await settleInProcesses(run);
    return joined([
      {
        figures: [
          { what: 'scenarios', measured: Object.keys(scenarios).length },
          { what: 'payments at the fake', measured: shop.stripe.books().length },
          atLeast(1, 'deaths of the process', deaths),
        ],
        violations: found.violations,
      },
      processes,
    ]);
  },
};
