import { join } from 'node:path';
import { openTestShop, withMail } from '#server/testing/open-shop.ts';
import { limitsAtOnce } from './abuse/at-once.ts';
import { floodWithEmails, growCache, openTooManyStreams } from './abuse/floods.ts';
import { type Attacked, type Attacker, endTheHold, holdForADay } from './abuse/holders.ts';
import { openingNight } from './abuse/honest.ts';
import { growingMemory, twoProcesses } from './abuse/processes.ts';
import { buildPages, joined, type Outcome, type Proof, type Run } from './proof.ts';

const attackerOf = (addresses: number, accountsOfEach: number): Attacker => ({
  who: `${addresses * accountsOfEach} accounts at ${addresses === 1 ? 'one address' : `${addresses} addresses`}`,
  allowed: { atOnce: 20 * addresses, minutes: Math.min(180 * addresses, 24 * 60) },
  addresses,
  accountsOfEach,
});

const oneAccount: Attacker = {
  who: 'one account',
  allowed: { atOnce: 5, minutes: 45 },
  addresses: 1,
  accountsOfEach: 1,
};

const sizes = {
  full: {
    attackers: [oneAccount, attackerOf(1, 4), attackerOf(2, 20), attackerOf(8, 20)],
    accountsWhoseHoldEnds: [1, 4, 20],
    purchases: 678,
    queryStrings: 14_494,
  },
  short: {
    attackers: [oneAccount, attackerOf(1, 4)],
    accountsWhoseHoldEnds: [1, 2],
    purchases: 21,
  },
};

export const abuse: Proof = {
  name: 'abuse',
  promise:
    'Nobody keeps pieces from buyers for long, mails strangers or fills the memory, and honest people notice no limit',
  engines: ['sqlite', 'postgres'],
  shortEngines: ['sqlite'],
  async prove(run) {
    const outcomes = [await inOneShop(run)];
    if (run.size === 'full') {
      buildPages();
      run.log('real processes');
      outcomes.push(await growingMemory(run, sizes.full.queryStrings));
      if (run.engine === 'postgres') outcomes.push(await twoProcesses(run));
    }
    return joined(outcomes);
  },
};

/** The real server in this process, with a clock that only the attacks move. */
async function inOneShop(run: Run): Promise<Outcome> {
  const { attackers, accountsWhoseHoldEnds, purchases } = sizes[run.size];
  const now = Date.now();
  await using shop = await openTestShop({
    databaseUrl: await run.newDatabase(),
    directory: join(run.directory, 'shop'),
    clock: () => now,
    // `withMail`: the emails stay in the outbox, where they are counted.
    environment: { ...withMail, TRUST_PROXY: '1' },
  });
  const attacked: Attacked = { shop, admin: (await shop.admin()).token, seed: run.seed };
  const outcomes: Outcome[] = [];
  for (const attacker of attackers) {
    run.log(attacker.who);
    outcomes.push(await holdForADay(attacked, attacker));
  }
  run.log('an admin ends holds');
  for (const accounts of accountsWhoseHoldEnds) outcomes.push(await endTheHold(attacked, accounts));
  run.log('purchases, query strings, streams');
  outcomes.push(await floodWithEmails(attacked, purchases), await growCache(attacked));
  outcomes.push(await openTooManyStreams(attacked));
  run.log('limits at once, an opening night');
  outcomes.push(await limitsAtOnce([shop], attacked.admin), await openingNight(attacked));
  return joined(outcomes);
}
