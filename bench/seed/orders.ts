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
/** When the checkouts that wait now expire, and their holds. */
export const waitingUntil = (now: number) => now + holdFor - minute;

interface Scene {
  /** Oldest first. */
  customers: readonly LoadCustomer[];
  /** Oldest first. Those that an order buys become sold. */
  pieces: readonly LoadListing[];
  count: number;
  now: number;
}

/** The final status. A checkout waits for its payment now, or expired (`ran out`). */
type Fate = Exclude<OrderStatus, 'pending'> | 'set pending' | 'ran out' | 'waiting';

/** Three years of orders, oldest first, more of them lately. Each unique piece is in at most one that owns it. */
export function* generateOrders(random: SeededRandom, { customers, pieces, count, now }: Scene): Generator<Rows> {
  const unique = pieces.filter((listing) => listing.isUnique && listing.status === 'available');
  const editions = pieces.filter((listing) => !listing.isUnique);
  const adminId = customers[0]?.row.id ?? '';
  const waiting = Math.min(20, count / 50);
  const ids = new Set<string>();
  /** How many customers had registered, and unique pieces and editions were for sale, at the time of the order. */
  let [registered, hanging, onOffer] = [1, 0, 0];
  /** Unique pieces up to here are sold; the newest third stays free. */
  let sold = 0;
  for (let index = 0; index < count; index += 1) {
    const daysAgo = daysOpen * (1 - (index / count) ** 0.7);
    // The last digits are the order's own: no buyer has two orders of one date.
    const at = (Math.floor((now - daysAgo * day) / 10_000) - 60 - random.below(30)) * 10_000 + (index % 10_000);
    const fate = index >= count - waiting ? 'waiting' : fateOf(random, now - at);
    while ((customers[registered]?.row.created_at ?? Number.POSITIVE_INFINITY) < at) registered += 1;
    while ((unique[hanging]?.createdAt ?? Number.POSITIVE_INFINITY) < at) hanging += 1;
    while ((editions[onOffer]?.createdAt ?? Number.POSITIVE_INFINITY) < at) onOffer += 1;
    // The longest registered buy most.
    const customer = customers[Math.floor(registered * (random.below(1_000_000) / 1_000_000) ** 2)];
    if (!customer) throw new Error('there is no customer');

    const wanted = new Set<LoadListing>();
    const next = unique[sold];
    const mayTake = sold < hanging && sold < (unique.length * 2 * (index + 1)) / (3 * count);
    if (next && (mayTake || fate === 'waiting')) {
      wanted.add(next);
      if (ownsListings(statusOf(fate))) next.status = 'sold';
      if (fate === 'waiting') next.heldBy = customer.row.id;
      if (isLive(fate)) sold += 1;
    }
    for (let left = onOffer > 0 ? random.below(3) : 0; left > 0; left -= 1)
      wanted.add(random.pick(editions.slice(0, onOffer)));
    if (wanted.size === 0) wanted.add(goneListing(random, index, at - 30 * day));
    const sale = { at, daysAgo, status: statusOf(fate), listings: [...wanted].map(soldListing) };
    yield rowsOf(random, { customer, sale, fate, now, adminId, ids });
  }
}

const statusOf = (fate: Fate): OrderStatus =>
  fate === 'waiting' || fate === 'ran out' || fate === 'set pending' ? 'pending' : fate;
const isLive = (fate: Fate) => fate === 'waiting' || ownsListings(statusOf(fate));

function fateOf(random: SeededRandom, age: number): Fate {
  // Younger orders are only paid: further steps would lie in the future.
  if (age < holdFor + 10 * minute) return 'paid';
  if (random.chance(0.05)) return 'ran out';
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
  fate: Fate;
  now: number;
  adminId: string;
  /** Of all orders so far. */
  ids: Set<string>;
}

/** The order as the demo would have it (demo-orders.ts), and what it never has: checkouts that are not paid, and the audit. */
function rowsOf(random: SeededRandom, { customer, sale, fate, now, adminId, ids }: Placed): Rows {
  let made: DemoOrders;
  do made = ordersOf(random, [{ ...customer, sales: [sale] }]);
  while (made.orders.some(({ id }) => ids.has(id)));
  const { orders, items, events, payments, invoices } = made;
  for (const { id } of orders) ids.add(id);
  const isCheckout = fate === 'waiting' || fate === 'ran out';
  const hold_expires_at = fate === 'waiting' ? waitingUntil(now) : fate === 'ran out' ? sale.at + holdFor : null;
  return {
    orders: orders.map((order) => ({
      ...order,
      ...(isCheckout && { hold_expires_at, changed_at: sale.at }),
      is_demo: 0,
    })),
    order_items: items.map((item) => ({ ...item, is_live: isLive(fate) ? 1 : 0 })),
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
