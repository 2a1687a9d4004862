import type { DeliveryZone } from '#contract/delivery.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { PaidShop } from '#server/testing/open-paid-shop.ts';
import { type Person, password } from '#server/testing/people.ts';

/** A shop that is registered for GST and delivers, and what happened in it. All random choices come from `random`. */
export interface Market {
  shop: PaidShop;
  random: SeededRandom;
  owner: { token: string };
  buyers: readonly Person[];
  counts: { paid: number; changed: number; refused: number };
  violations: string[];
}

/** A paid order. */
export interface Bought {
  orderId: string;
  buyer: Person;
  listingIds: readonly string[];
}

export async function openMarket(shop: PaidShop, random: SeededRandom): Promise<Market> {
  const owner = { token: shop.owner.token };
  const buyers: Person[] = [];
  for (const name of ['Anna', 'Ben', 'Chi']) buyers.push(await shop.customer(name));
  await shop.shop.database.write((tx) => tx.updateTable('users').set({ email_confirmed_at: 1 }).execute());
  const market = { shop, random, owner, buyers, counts: { paid: 0, changed: 0, refused: 0 }, violations: [] };
  await confirm(market);
  const tax = { registered: true, abn: '51 824 753 556' };
  await expectDone(market, 'tax', shop.call('updateTaxSettings', { ...owner, body: tax }));
  return market;
}

/** Sets new random rates in each delivery zone. */
export async function changeRates(market: Market): Promise<void> {
  const { shop, random, owner } = market;
  await confirm(market);
  const zones = [['AU'], ['FR', 'DE'], []].map((countries, index) => zoneOf(random, countries, `zone${index}`));
  const body = { zones, pickup: true, pickupAddress: '8 Wharf Lane' };
  await expectDone(market, 'rates', shop.call('updateDeliverySettings', { ...owner, body }));
}

/** The owner gives the password, which counts for 15 minutes of the shop's clock. */
export const confirm = (market: Market) =>
  expectDone(market, 'confirmation', market.shop.call('confirmIdentity', { ...market.owner, body: { password } }));

interface Answer {
  status: number;
}

/** Waits for a call that may be refused (4xx). An answer from 500 on is a violation. */
export async function expectAnswer<Given extends Answer>(
  { violations, counts }: Market,
  what: string,
  call: Promise<Given>,
): Promise<Given> {
  const answer = await call;
  if (answer.status >= 500) violations.push(`${what} answers ${answer.status}`);
  else if (answer.status >= 400) counts.refused += 1;
  return answer;
}

/** Waits for a call that must succeed: any other answer is a violation. */
export async function expectDone({ violations }: Market, what: string, call: Promise<Answer>): Promise<void> {
  const answer = await call;
  if (answer.status >= 300) violations.push(`${what} answers ${JSON.stringify(answer)}`);
}

function zoneOf(random: SeededRandom, countries: string[], id: string): DeliveryZone {
  const rate = () => random.below(30_000) / 100;
  const rates = { small: rate(), medium: rate(), large: rate() };
  const freeOver = random.chance(0.5) ? 1 + random.below(5_000) : null;
  return {
    id,
    name: `Zone ${id}`,
    countries,
    states: [],
    postcodes: '',
    rates,
    freeOver,
    daysFrom: 2,
    daysTo: 9,
    insured: true,
    note: '',
  };
}
