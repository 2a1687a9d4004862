import { join } from 'node:path';
import { openTestShop, withMail } from '#server/testing/open-shop.ts';
import { password } from '#server/testing/people.ts';
import { limitsAtOnce } from './abuse/at-once.ts';
import { type Crowd, crowds } from './abuse/crowds.ts';
import { floodWithEmails, growCache, openTooManyStreams } from './abuse/floods.ts';
import { type Attacked, type Attacker, endTheHold, holdForADay } from './abuse/holders.ts';
import { openingNight } from './abuse/honest.ts';
import { growingMemory, twoProcesses } from './abuse/processes.ts';
import { reserveForDays } from './abuse/transferrers.ts';
import { letTurnsRunOut, turnHours } from './abuse/waiters.ts';
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

const oneMailbox = (accounts: number): Attacker => ({
  who: `${accounts} accounts of one mailbox`,
  allowed: { atOnce: 5, minutes: 45 },
  addresses: accounts,
  accountsOfEach: 1,
  isOneMailbox: true,
});

/** What docs/security.md says that each crowd can keep by bank transfer, and by turns of waiting lists. */
const keepers: {
  crowd: Crowd;
  transfers: { atOnce: number; days: number };
  turns: { atOnce: number; hours: number };
}[] = [
  { crowd: crowds.one, transfers: { atOnce: 3, days: 18 }, turns: { atOnce: 1, hours: 48 } },
  { crowd: crowds.oneMailbox, transfers: { atOnce: 3, days: 18 }, turns: { atOnce: 1, hours: 48 } },
  { crowd: crowds.oneAddress, transfers: { atOnce: 9, days: 24 }, turns: { atOnce: 1, hours: 84 } },
  { crowd: crowds.botnet, transfers: { atOnce: 72, days: 30 }, turns: { atOnce: 8, hours: 103 } },
];

const sizes = {
  full: {
    keepers,
    transferDays: 30,
    piecesWaitedFor: 10,
    attackers: [oneAccount, oneMailbox(20), attackerOf(1, 4), attackerOf(2, 20), attackerOf(8, 20)],
    accountsWhoseHoldEnds: [1, 4, 20],
    purchases: 678,
    queryStrings: 14_494,
  },
  short: {
    keepers: keepers.slice(0, 3).map(({ crowd, ...limits }) => ({
      ...limits,
      crowd: { ...crowd, accounts: Math.min(4, crowd.accounts), addresses: Math.min(4, crowd.addresses) },
    })),
    transferDays: 8,
    piecesWaitedFor: 2,
    attackers: [oneAccount, oneMailbox(3), attackerOf(1, 4)],
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
  const { attackers, accountsWhoseHoldEnds, purchases, keepers, transferDays, piecesWaitedFor } = sizes[run.size];
  const now = Date.now();
  await using shop = await openTestShop({
    databaseUrl: await run.newDatabase(),
    directory: join(run.directory, 'shop'),
    clock: () => now,
    // `withMail`: the emails stay in the outbox, where they are counted.
    environment: { ...withMail, TRUST_PROXY: '1' },
  });
  const owner = await shop.admin();
  const attacked: Attacked = { shop, admin: owner.token, seed: run.seed };
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
  for (const { crowd, transfers, turns } of keepers) {
    run.log(`transfers and turns of ${crowd.who}`);
    // Days have passed since the last session of the owner.
    const admin = await openForKeepers(shop, owner.email);
    outcomes.push(await letTurnsRunOut({ ...attacked, admin }, crowd, { pieces: piecesWaitedFor, allowed: turns }));
    outcomes.push(await reserveForDays({ ...attacked, admin }, crowd, { days: transferDays, allowed: transfers }));
  }
  return joined(outcomes);
}

/** Turns bank transfers and waiting lists on. Returns the token of a new session of the owner. */
async function openForKeepers(shop: Attacked['shop'], email: string): Promise<string> {
  const { token } = (await shop.call('authenticate', { body: { mode: 'signin', email, password } })).body;
  const account = { transfer: true, accountName: 'Gallery', bsb: '062-000', accountNumber: '10482297' };
  await shop.call('updatePaymentSettings', { token, body: account });
  await shop.call('updateWaitingSettings', { token, body: { hours: turnHours } });
  return token;
}
