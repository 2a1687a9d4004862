import type { Buyer, ShownDelivery } from '#contract/orders.ts';
import { australianStates } from '#contract/states.ts';
import { activityPoints, newUserRow, presentBuyer, type UserRow } from '#server/accounts/accounts.ts';
import type { Shop } from '#server/shop.ts';
import customers from './customers.json' with { type: 'json' };
import type { DemoSale } from './demo-sales.ts';
import type { Seeded } from './seeded.ts';

export interface CustomerOfSales {
  row: UserRow;
  buyer: Buyer;
  delivery: ShownDelivery;
  sales: DemoSale[];
}

const minute = 60_000;

/** Who bought what: everybody bought at least once, the first ones most often, and registered shortly before the first time. */
export function customersOf(
  shop: Pick<Shop, 'clock' | 'randomBytes'>,
  random: Seeded,
  sales: readonly DemoSale[],
): CustomerOfSales[] {
  const every = Math.floor(sales.length / customers.length);
  const salesOf = new Map<number, DemoSale[]>();
  for (const [index, sale] of sales.entries()) {
    const newest = Math.min(Math.floor(index / every), customers.length - 1);
    const who = salesOf.has(newest) ? Math.min(random.below(newest + 1), random.below(newest + 1)) : newest;
    salesOf.set(who, [...(salesOf.get(who) ?? []), sale]);
  }
  return [...salesOf].map(([who, bought]) => customerOf(shop, random, who, bought));
}

function customerOf(
  shop: Pick<Shop, 'clock' | 'randomBytes'>,
  random: Seeded,
  who: number,
  sales: DemoSale[],
): CustomerOfSales {
  const customer = customers[who];
  const [first] = sales;
  if (!customer || !first) throw new Error('a customer of the demo has bought something');
  const { name, email, phone } = customer;
  const row: UserRow = {
    // Without a password nobody can sign in with it.
    ...newUserRow(shop, { name, email, passwordHash: '', isAdmin: false }),
    id: random.bytes(12).toString('hex'),
    phone,
    activity_score: scoreOf(random, sales),
    created_at: first.at - (5 + random.below(4_000)) * minute,
    delivery_address: customer.address,
    delivery_city: customer.city,
    delivery_state: stateOf(customer.state),
    delivery_postcode: customer.postcode,
    is_demo: 1,
  };
  return { row, ...presentBuyer(row), sales };
}

/** As if they had really come: every piece bought was in the cart before, and some that were not bought. */
function scoreOf(random: Seeded, sales: readonly DemoSale[]): number {
  const pieces = sales.reduce((sum, sale) => sum + sale.pieces.length, 0);
  return (
    sales.length * activityPoints.orderPaid +
    (pieces + random.below(4)) * activityPoints.cartAdd +
    (sales.length + random.below(6)) * activityPoints.signIn
  );
}

function stateOf(name: string) {
  const state = australianStates.find((known) => known === name);
  if (!state) throw new Error(`${name} is no state`);
  return state;
}
