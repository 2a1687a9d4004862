import type { Buyer, ShownDelivery } from '#contract/orders.ts';
import { australianStates } from '#contract/states.ts';
import { activityPoints, newUserRow, presentBuyer, type UserRow } from '#server/features/accounts/accounts.ts';
import type { Shop } from '#server/shop.ts';
import customers from './customers.json' with { type: 'json' };
import type { DemoSale } from './demo-sales.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface DemoCustomer {
  row: UserRow;
  buyer: Buyer;
  delivery: ShownDelivery;
  sales: DemoSale[];
}

const minute = 60_000;

/** Customers with their sales: each has at least one, the first ones have the most. They registered shortly before their first sale. */
export function customersOf(
  shop: Pick<Shop, 'clock' | 'randomBytes'>,
  random: SeededRandom,
  sales: readonly DemoSale[],
): DemoCustomer[] {
  const salesPerCustomer = Math.floor(sales.length / customers.length);
  const salesOf = new Map<number, DemoSale[]>();
  for (const [index, sale] of sales.entries()) {
    const newest = Math.min(Math.floor(index / salesPerCustomer), customers.length - 1);
    const who = salesOf.has(newest) ? Math.min(random.below(newest + 1), random.below(newest + 1)) : newest;
    salesOf.set(who, [...(salesOf.get(who) ?? []), sale]);
  }
  return [...salesOf].map(([who, bought]) => customerOf(shop, random, who, bought));
}

function customerOf(
  shop: Pick<Shop, 'clock' | 'randomBytes'>,
  random: SeededRandom,
  index: number,
  sales: DemoSale[],
): DemoCustomer {
  const customer = customers[index];
  const [first] = sales;
  if (!customer || !first) throw new Error('a demo customer needs a sale');
  const { name, email, phone } = customer;
  const row: UserRow = {
    // Without a password hash nobody can sign in to the account.
    ...newUserRow(shop, { name, email, passwordHash: '', role: null }),
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

/** The activity score: points for the sales, for additions to the cart, some of them not bought, and for sign-ins. */
function scoreOf(random: SeededRandom, sales: readonly DemoSale[]): number {
  const bought = sales.reduce((sum, sale) => sum + sale.listings.length, 0);
  return (
    sales.length * activityPoints.orderPaid +
    (bought + random.below(4)) * activityPoints.cartAdd +
    (sales.length + random.below(6)) * activityPoints.signIn
  );
}

function stateOf(name: string) {
  const state = australianStates.find((known) => known === name);
  if (!state) throw new Error(`unknown state ${name}`);
  return state;
}
