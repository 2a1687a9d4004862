import { sumCents } from '#contract/money.ts';
import { type OrderStatus, orderStatusLabel, ownsListings, type PaymentMethod } from '#contract/states.ts';
import { type ImportedOrders, orderIdOf, searchTextOf, withoutDelivery } from '#server/features/orders/orders.ts';
import type { PaymentRow } from '#server/features/payments/payments.ts';
import type { DemoCustomer } from './demo-customers.ts';
import type { DemoSale } from './demo-sales.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface DemoOrders extends ImportedOrders {
  payments: PaymentRow[];
  /** `at`: epoch milliseconds of the first invoice of each order. */
  invoices: { orderId: string; at: number }[];
}

interface Step {
  /** Epoch milliseconds. */
  at: number;
  what: string;
  by: 'buyer' | 'shop';
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const methods: readonly PaymentMethod[] = ['credit', 'credit', 'credit', 'paypal', 'paypal', 'bank'];

/** The rows of the demo orders with their items, history, payments and invoices. */
export function ordersOf(random: SeededRandom, customers: readonly DemoCustomer[]): DemoOrders {
  const all: DemoOrders = { orders: [], items: [], events: [], payments: [], invoices: [] };
  for (const customer of customers) for (const sale of customer.sales) addOrder(all, random, customer, sale);
  return all;
}

function addOrder(all: DemoOrders, random: SeededRandom, customer: DemoCustomer, sale: DemoSale): void {
  const id = orderIdOf(random.bytes(7));
  const method = random.pick(methods);
  const steps = stepsOf(random, sale);
  const [, paid] = steps;
  const last = steps.at(-1);
  if (!paid || !last) throw new Error('a demo order needs the steps placed and paid');
  const snapshots = sale.listings.map((listing) => listing.snapshotIn(new Date(sale.at).getUTCFullYear()));
  const total = sumCents(sale.listings.map((listing) => listing.cents));
  all.orders.push({
    id,
    user_id: customer.row.id,
    order_date: sale.at,
    status: sale.status,
    total_cents: total,
    ...withoutDelivery,
    payment_method: method,
    delivery: JSON.stringify(customer.delivery),
    buyer: JSON.stringify(customer.buyer),
    hold_expires_at: null,
    reserved_until: null,
    search_text: searchTextOf(
      { id, user_id: customer.row.id, buyer: customer.buyer, delivery: customer.delivery },
      snapshots.map((snapshot) => snapshot.name),
    ),
    changed_at: last.at,
    is_demo: 1,
  });
  sale.listings.forEach((listing, position) => {
    all.items.push({
      order_id: id,
      listing_id: listing.id,
      position,
      price_cents: listing.cents,
      snapshot: JSON.stringify(snapshots[position]),
      is_unique: listing.isUnique ? 1 : 0,
      tax: '',
      is_live: ownsListings(sale.status) ? 1 : 0,
    });
  });
  steps.forEach(({ at, what, by }, position) => {
    const eventId = random.bytes(12).toString('base64url');
    all.events.push({ id: eventId, order_id: id, at, what, by_shop: by === 'shop' ? 1 : 0, position });
  });
  const payment = (kind: 'charge' | 'refund', at: number, position: number): PaymentRow => ({
    id: random.bytes(12).toString('base64url'),
    order_id: id,
    kind,
    amount_cents: total,
    method,
    at,
    position,
    state: kind === 'charge' ? 'captured' : 'succeeded',
    attempt_id: null,
    provider_ref: null,
  });
  all.payments.push(payment('charge', paid.at, 0));
  if (!ownsListings(sale.status)) all.payments.push(payment('refund', last.at, 1));
  all.invoices.push({ orderId: id, at: paid.at });
}

/** The history up to the status of the sale; every step is before today. */
function stepsOf(random: SeededRandom, { at, status }: DemoSale): Step[] {
  const steps: Step[] = [
    { at, what: 'Order placed', by: 'buyer' },
    { at: at + (2 + random.below(6)) * minute, what: 'Payment received', by: 'buyer' },
  ];
  const set = (to: OrderStatus, earliest: number, spread: number) =>
    steps.push({
      at: at + earliest + random.below(spread),
      what: `Status set to ${orderStatusLabel[to].toLowerCase()}`,
      by: 'shop',
    });
  if (status === 'cancelled') {
    if (random.chance(0.3)) set('cancelled', day, day);
    else steps.push({ at: at + hour + random.below(20 * hour), what: 'Order cancelled', by: 'buyer' });
  }
  if (status === 'processing') set('processing', 3 * hour, day);
  if (status === 'shipped' || status === 'delivered') set('shipped', 20 * hour, 3 * day);
  if (status === 'delivered') set('delivered', 5 * day, 7 * day);
  return steps;
}
