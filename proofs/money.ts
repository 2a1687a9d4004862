import { cancelAgainstCapture, forged, replacedCheckout, twoTabs } from './money/attempts.ts';
import { ordersChanged } from './money/changes.ts';
import { cutConnections } from './money/connections.ts';
import { onePieceManyBuyers } from './money/crowd.ts';
import { eventsFiftyTimes, eventsReversed, returnAndWebhookAtOnce, signatures, sweeperAlone } from './money/events.ts';
import type { Findings } from './money/findings.ts';
import { diesAtEachWrite } from './money/killed.ts';
import { lapses, paidTooLate, takenTooLate } from './money/late-payments.ts';
import { disputes, refundFails } from './money/refunds.ts';
import { openMoneyShop } from './money/shop.ts';
import type { Proof } from './proof.ts';

/** docs/reliability.md lists them by these names. */
const scenarios = {
  returnAndWebhookAtOnce,
  eventsFiftyTimes,
  eventsReversed,
  sweeperAlone,
  cutConnections,
  diesAtEachWrite,
  paidTooLate,
  takenTooLate,
  forged,
  lapses,
  refundFails,
  disputes,
  twoTabs,
  cancelAgainstCapture,
  replacedCheckout,
  ordersChanged,
  signatures,
};

const sizes = { full: { crowd: 5_000 }, short: { crowd: 12 } };

export const money: Proof = {
  name: 'money',
  promise: 'What Stripe took less what it gave back is what the record says, and nobody pays for what is not theirs',
  engines: ['sqlite', 'postgres'],
  async prove(run) {
    const found: Findings = {
      violations: [],
      scenario: '',
      isShort: run.size === 'short',
      expectedDifferences: new Set(),
    };
    await using shop = await openMoneyShop(run, 'shop');
    for (const [name, scenario] of Object.entries(scenarios)) {
      found.scenario = name;
      const begun = performance.now();
      await scenario(shop, found);
      run.log(`${name}: ${(performance.now() - begun).toFixed(0)} ms`);
      found.violations.push(...(await shop.audit(found.expectedDifferences)).map((problem) => `${name}: ${problem}`));
    }
    run.log('many buyers of one piece');
    const crowd = await onePieceManyBuyers(shop, sizes[run.size].crowd);
    found.violations.push(...crowd.violations, ...(await shop.audit(found.expectedDifferences)));
    return {
      figures: [
        { what: 'scenarios', measured: Object.keys(scenarios).length },
        { what: 'payments at the fake', measured: shop.stripe.books().length },
        { what: 'buyers of one piece', measured: sizes[run.size].crowd },
        { what: 'of them charged', measured: crowd.charged, wanted: { atMost: 1 } },
      ],
      violations: found.violations,
    };
  },
};
