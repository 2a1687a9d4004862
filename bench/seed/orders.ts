import { type OrderStatus, ownsListings } from '#contract/states.ts';
import { type DemoOrders, ordersOf } from '#server/features/demo/demo-orders.ts';
import type { DemoSale } from '#server/features/demo/demo-sales.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import { daysOpen, type LoadCustomer } from './customers.ts';
import { goneListing, type LoadListing, soldListing } from './listings.ts';
import type { Rows } from './rows.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long a checkout waits: the default of HOLD_MINUTES. */
const holdFor = 15 * minute;
/** When the checkouts that wait for a payment at `now` expire, and the holds of their pieces. */
export const waitingUntil = (now: number) => now + holdFor - minute;

interface OrderInput {
  /** Oldest first. */
  customers: readonly LoadCustomer[];
  /** Oldest first. Those that an order buys become sold. */
  pieces: readonly LoadListing[];
  count: number;
  now: number;
}

/** What became of an order: its final status. `set pending`: by an admin; `expired`, `waiting`: a checkout that is not paid. */
type Outcome = Exclude<OrderStatus, 'pending'> | 'set pending' | 'expired' | 'waiting';

/** Three years of orders, oldest first, more of them lately. At most one order owns a unique piece. */
export function* generateOrders(random: SeededRandom, { customers, pieces, count, now }: OrderInput): Generator<Rows> {
  const unique = pieces.filter((listing) => listing.isUnique && listing.status === 'available');
  const editions = pieces.filter((listing) => !listing.isUnique);
  const adminId = customers[0]?.row.id ?? '';
  const waitingCount = Math.min(20, count / 50);
  const ids = new Set<string>();
  /** How many customers had registered by the time of the order, and how many unique pieces and editions were listed by then. */
  let [customerCount, uniqueCount, editionCount] = [1, 0, 0];
  /** How many unique pieces are sold or in a waiting checkout: always the oldest. About a third, the newest, stays available. */
  let taken = 0;
  for (let index = 0; index < count; index += 1) {
    const daysAgo = daysOpen * (1 - (index / count) ** 0.7);
    // The last four digits are the number of the order, so that no buyer has two orders of the same millisecond.
    const at = (Math.floor((now - daysAgo * day) / 10_000) - 60 - random.below(30)) * 10_000 + (index % 10_000);
    const outcome = index >= count - waitingCount ? 'waiting' : outcomeOf(random, now - at);
    while ((customers[customerCount]?.row.created_at ?? Number.POSITIVE_INFINITY) < at) customerCount += 1;
    while ((unique[uniqueCount]?.createdAt ?? Number.POSITIVE_INFINITY) < at) uniqueCount += 1;
    while ((editions[editionCount]?.createdAt ?? Number.POSITIVE_INFINITY) < at) editionCount += 1;
    // Customers who registered early buy more often.
    const customer = customers[Math.floor(customerCount * (random.below(1_000_000) / 1_000_000) ** 2)];
    if (!customer) throw new Error('there is no customer');

    const wanted = new Set<LoadListing>();
    const next = unique[taken];
    const mayTake = taken < uniqueCount && taken < (unique.length * 2 * (index + 1)) / (3 * count);
    if (next && (mayTake || outcome === 'waiting')) {
      wanted.add(next);
      if (ownsListings(statusOf(outcome))) next.status = 'sold';
      if (outcome === 'waiting') next.heldBy = customer.row.id;
      if (isLive(outcome)) taken += 1;
    }
    for (let left = editionCount > 0 ? random.below(3) : 0; left > 0; left -= 1)
      wanted.add(random.pick(editions.slice(0, editionCount)));
    if (wanted.size === 0) wanted.add(goneListing(random, index, at - 30 * day));
    const sale = { at, daysAgo, status: statusOf(outcome), listings: [...wanted].map(soldListing) };
    yield rowsOf(random, { customer, sale, outcome, now, adminId, ids });
  }
}

const statusOf = (outcome: Outcome): OrderStatus =>
  outcome === 'waiting' || outcome === 'expired' || outcome === 'set pending' ? 'pending' : outcome;
const isLive = (outcome: Outcome) => outcome === 'waiting' || ownsListings(statusOf(outcome));

function outcomeOf(random: SeededRandom, age: number): Outcome {
  // Younger orders are only paid: further steps would lie in the future.
  if (age < holdFor + 10 * minute) return 'paid';
  if (random.chance(0.05)) return 'expired';
  if (age < 2 * day) return 'paid';
  if (random.chance(0.06)) return random.pick(['cancelled', 'cancelled', 'cancelled', 'set pending']);
  // Some wait for a frame or a crate for months.
  if (age < 7 * day || random.chance(0.02)) return random.pick(['paid', 'processing']);
  if (age < 20 * day) return random.pick(['paid', 'shipped', 'shipped']);
  // Some orders stay `paid`.
  return random.chance(0.1) ? 'paid' : 'delivered';
}

interface Placed {
  customer: LoadCustomer;
  sale: DemoSale;
  outcome: Outcome;
  now: number;
  adminId: string;
  /** The ids of all orders so far. An order gets an id that is not among them. */
  ids: Set<string>;
}

/** The rows that the demo would have (demo-orders.ts), with what it never has: checkouts that are not paid, and audit entries. */
function rowsOf(random: SeededRandom, { customer, sale, outcome, now, adminId, ids }: Placed): Rows {
  let made: DemoOrders;
  do made = ordersOf(random, [{ ...customer, sales: [sale] }]);
  while (made.orders.some(({ id }) => ids.has(id)));
  const { orders, items, events, payments, invoices } = made;
  for (const { id } of orders) ids.add(id);
  const isCheckout = outcome === 'waiting' || outcome === 'expired';
  const hold_expires_at = outcome === 'waiting' ? waitingUntil(now) : outcome === 'expired' ? sale.at + holdFor : null;
  return {
    orders: orders.map((order) => ({
      ...order,
      ...(isCheckout && { hold_expires_at, changed_at: sale.at }),
      is_demo: 0,
    })),
    order_items: items.map((item) => ({ ...item, is_live: isLive(outcome) ? 1 : 0 })),
    order_events: isCheckout ? events.slice(0, 1) : events,
    payments: isCheckout ? [] : payments,
    invoices: (isCheckout ? [] : invoices).map(({ orderId, at }) => ({
      order_id: orderId,
      issue: 1,
      number: `INV-${orderId}`,
      issued_at: at,
      words: '',
      tax: '',
      total_cents: null,
      gst_cents: null,
    })),
    audit_entries: events
      .filter((event) => event.by_shop === 1)
      .map(({ id, at, order_id }) => {
        const after = JSON.stringify({ status: sale.status });
        return { ...auditEntry, id, at, admin_id: adminId, subject: order_id, after };
      }),
  };
}

const auditEntry = {
  admin_name: null,
  admin_email: null,
  action: 'order status',
  before: null,
  subject_name: null,
  subject_email: null,
  people_folded: null,
} as const;
