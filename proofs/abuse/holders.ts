import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, type SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { OpenTestShop } from '#server/testing/open-shop.ts';
import { repeat } from '#server/testing/waiting.ts';
import { atMost, type Outcome } from '../proof.ts';
import { addListings, by, idsOf, itemsOf, password, register, type Visitor } from './visitors.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Somebody who wants to keep pieces from buyers without paying. */
export interface Attacker {
  who: string;
  addresses: number;
  accountsOfEach: number;
  /** Whether all accounts have the same mailbox, with tags. Nobody has confirmed their addresses. */
  isOneMailbox?: true;
  /** The limits in docs/security.md: how many pieces at once, and for how many minutes of a day one piece is held. */
  allowed: { atOnce: number; minutes: number };
}

export interface Attacked {
  shop: OpenTestShop;
  /** The token of an admin. */
  admin: string;
  seed: number;
}

interface Account extends Visitor {
  /** For each group of pieces, the time before which asking again is useless; epoch milliseconds. */
  askAgain: number[];
  /** When the hold of this account ends; epoch milliseconds. */
  heldUntil: number;
}

const groupSize = 5;

/**
 * The attacker takes every hold it can for 24 hours: every 10 to 20 minutes its accounts ask one after another for the pieces that are
 * free, and try tricks that might reset their limit. The figures come from the shop's list of holds.
 */
export async function holdForADay(
  { shop, admin, seed }: Attacked,
  { who, addresses, accountsOfEach, isOneMailbox, allowed }: Attacker,
): Promise<Outcome> {
  const random = createRandom(seed);
  const network = `10.${addresses}.${accountsOfEach}`;
  const accounts: Account[] = [];
  for (let number = 0; number < addresses * accountsOfEach; number += 1) {
    const email = isOneMailbox && `holder.${addresses}+${number}@example.com`;
    const visitor = await register(shop, `${who} ${number}`, `${network}.${1 + (number % addresses)}`, email);
    accounts.push({ ...visitor, askAgain: [], heldUntil: 0 });
  }
  const listings = await addListings(shop, admin, { name: who, count: allowed.atOnce + groupSize });
  const groups = Array.from({ length: listings.length / groupSize }, (_, index) =>
    listings.slice(index * groupSize, (index + 1) * groupSize),
  );
  const ids = new Set(idsOf(listings));
  const minutesHeld = new Map<string, number>();
  let [atOnce, endsAt] = [0, new Map<string, number>()];
  for (const begun = shop.shop.clock(); shop.shop.clock() < begun + day; ) {
    const now = shop.shop.clock();
    for (const [index, group] of groups.entries())
      if (group.some(({ id }) => (endsAt.get(id) ?? 0) <= now))
        for (const account of accounts) if (await holdGroup(shop, random, account, index, group)) break;
    const { holds } = (await shop.call('listHolds', { token: admin })).body;
    const own = holds.filter(({ listingId }) => ids.has(listingId));
    atOnce = Math.max(atOnce, own.length);
    endsAt = new Map(own.map(({ listingId, expiresAt }) => [listingId, Date.parse(expiresAt)]));
    const step = Math.min(5 * minute * (2 + random.below(3)), begun + day - now);
    for (const [id, end] of endsAt)
      minutesHeld.set(id, (minutesHeld.get(id) ?? 0) + Math.min(step, end - now) / minute);
    shop.passTime(step);
  }
  const listingMinutes = minutesHeld.values().reduce((sum, minutes) => sum + minutes, 0);
  const figures = [
    { what: `${who}: pieces kept from buyers on average`, measured: listingMinutes / (day / minute) },
    atMost(allowed.atOnce, `${who}: pieces kept from buyers at once`, atOnce),
    atMost(allowed.minutes, `${who}: one piece is kept within a day`, Math.max(...minutesHeld.values()), 'min'),
  ];
  // An attacker who holds nothing shows nothing about the limits.
  return { figures, violations: atOnce === 0 ? [`${who}: no piece was ever held`] : [] };
}

/** Tries to hold the group for the account, and then tries a random trick. Returns whether the account holds the group afterwards. */
async function holdGroup(
  shop: OpenTestShop,
  random: SeededRandom,
  account: Account,
  index: number,
  group: Parameters<typeof idsOf>[0],
): Promise<boolean> {
  const now = shop.shop.clock();
  // The attacker knows the limits and sometimes asks too early, to test them.
  if ((account.askAgain[index] ?? 0) > now || (account.heldUntil > now && !random.chance(0.1))) return false;
  const hold = () => shop.call('holdPieces', { ...by(account), body: { listingIds: idsOf(group) } });
  const { status, body, headers } = await hold();
  if (status !== 200) {
    const until = Date.parse(body.unavailable?.[0]?.until ?? '') || now + 1_000 * Number(headers['retry-after'] ?? 60);
    account.askAgain[index] = until;
    return false;
  }
  account.heldUntil = Date.parse(body.expiresAt);
  const trick = random.pick(['none', 'release', 'check out and cancel', 'sign in anew']);
  if (trick === 'none') return true;
  if (trick === 'sign in anew') {
    const credentials = { mode: 'signin', email: account.email, password };
    account.token = (await shop.call('authenticate', { ...by(account), body: credentials })).body.token;
  }
  if (trick === 'check out and cancel')
    await shop.call('createCheckout', { ...by(account), body: { items: itemsOf(group) } });
  await shop.call('releaseHolds', by(account));
  return (await hold()).status === 200;
}

/**
 * All accounts of one address ask for a piece without a pause. Counts how many times an admin must end the hold before a buyer who
 * asks 60 ms later gets the piece, and measures how long this takes.
 */
export async function endTheHold({ shop, admin }: Attacked, accountCount: number): Promise<Outcome> {
  const who = `${accountCount} ${accountCount === 1 ? 'account' : 'accounts'} at one address`;
  const accounts: Visitor[] = [];
  for (let number = 1; number <= accountCount; number += 1)
    accounts.push(await register(shop, `Patient ${accountCount} ${number}`, `10.1.1.${accountCount}`));
  const buyer = await register(shop, `Honest ${accountCount}`, '10.1.2.1');
  const [listing] = await addListings(shop, admin, { name: `Wanted by ${accountCount}`, count: 1 });
  if (!listing) throw new Error('there is no piece');
  const hold = (visitor: Visitor) =>
    shop
      .call('holdPieces', { ...by(visitor), body: { listingIds: [listing.id] } })
      .then(({ status }) => status === 200);
  await Promise.all(accounts.map(hold));
  const asking = accounts.map((account) => repeat(() => hold(account), 1));
  const begun = performance.now();
  let endings = 0;
  do {
    await shop.call('releaseHold', { token: admin, params: { id: listing.id } });
    endings += 1;
    await pause(60);
  } while (!(await hold(buyer)) && endings <= 2 * accountCount);
  const milliseconds = performance.now() - begun;
  await Promise.all(asking.map((asked) => asked.stop()));
  const figures = [
    atMost(accountCount, `${who}: holds that an admin ends until a buyer gets the piece`, endings),
    { what: `${who}: time until the buyer has the piece`, measured: Math.round(milliseconds), unit: 'ms' },
  ];
  return { figures, violations: [] };
}
