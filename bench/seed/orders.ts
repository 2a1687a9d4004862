import { sumCents } from '#contract/money.ts';
import { type OrderStatus, orderStatusLabel, ownsListings, type PaymentMethod } from '#contract/states.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import { orderIdOf, searchTextOf, withoutDelivery } from '#server/features/orders/orders.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { daysOpen, type LoadCustomer } from './customers.ts';
import { goneListing, type LoadListing, snapshotOf } from './listings.ts';
import type { Rows } from './rows.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const withoutTax = { words: '', tax: '', total_cents: null, gst_cents: null };

/** How long a checkout waits, as HOLD_MINUTES says unless it is set. */
const holdFor = 15 * minute;
/** When the checkouts of right now end: after all that is held for them. */
export const waitingUntil = (now: number) => now + holdFor - minute;
const methods: readonly PaymentMethod[] = ['credit', 'credit', 'paypal', 'bank'];

interface Scene {
  /** The longest registered first. */
  customers: readonly LoadCustomer[];
  /** The oldest first. Those that an order gets become sold. */
  pieces: readonly LoadListing[];
  count: number;
  now: number;
}

/** The status in the end. A checkout waits for its payment right now, or `ran out` because the payment never came. */
type Fate = Exclude<OrderStatus, 'pending'> | 'set pending' | 'ran out' | 'waiting';

interface Step {
  at: number;
  what: string;
  by: 'buyer' | 'shop';
  status: OrderStatus;
}

/** Three years of orders, oldest first, more of them lately. Each unique piece is in at most one that owns it. */
export function* loadOrders(random: SeededRandom, { customers, pieces, count, now }: Scene): Generator<Rows> {
  const unique = pieces.filter((listing) => listing.isUnique && listing.status === 'available');
  const editions = pieces.filter((listing) => !listing.isUnique);
  const adminId = customers[0]?.row.id ?? '';
  const waiting = Math.min(20, count / 50);
  const ids = new Set<string>();
  /** How many had registered, and were for sale, at the time of the order. */
  let [registered, hanging, onOffer] = [1, 0, 0];
  /** Unique pieces up to here are sold; the newest third stays free. */
  let sold = 0;
  for (let index = 0; index < count; index += 1) {
    const daysAgo = daysOpen * (1 - (index / count) ** 0.7);
    // The last digits are the order's own: no buyer has two orders of one date.
    const at = (Math.floor((now - daysAgo * day) / 10_000) - 18 - random.below(30)) * 10_000 + (index % 10_000);
    const fate = index >= count - waiting ? 'waiting' : fateOf(random, now - at);
    while ((customers[registered]?.row.created_at ?? Number.POSITIVE_INFINITY) < at) registered += 1;
    while ((unique[hanging]?.createdAt ?? Number.POSITIVE_INFINITY) < at) hanging += 1;
    while ((editions[onOffer]?.createdAt ?? Number.POSITIVE_INFINITY) < at) onOffer += 1;
    // The longest registered buy most.
    const customer = customers[Math.floor(registered * (random.below(1_000_000) / 1_000_000) ** 2)];
    if (!customer) throw new Error('there is a customer');

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
    let id: string;
    do id = orderIdOf(random.bytes(7));
    while (ids.has(id));
    ids.add(id);
    yield rowsOf(random, { id, customer, pieces: [...wanted], at, fate, now, adminId });
  }
}

const statusOf = (fate: Fate): OrderStatus =>
  fate === 'waiting' || fate === 'ran out' || fate === 'set pending' ? 'pending' : fate;
const isLive = (fate: Fate) => fate === 'waiting' || ownsListings(statusOf(fate));

function fateOf(random: SeededRandom, age: number): Fate {
  // Later than this every step of the others lies before now.
  if (age < holdFor + 10 * minute) return 'paid';
  if (random.chance(0.05)) return 'ran out';
  if (age < 2 * day) return 'paid';
  if (random.chance(0.06)) return random.pick(['cancelled', 'cancelled', 'cancelled', 'set pending']);
  // Some wait for a frame or a crate for months.
  if (age < 7 * day || random.chance(0.02)) return random.pick(['paid', 'processing']);
  if (age < 20 * day) return random.pick(['paid', 'shipped', 'shipped']);
  // Some are paid and never set further.
  return random.chance(0.1) ? 'paid' : 'delivered';
}

/** Placed, paid, then on to its final status. */
function stepsOf(random: SeededRandom, fate: Fate, at: number): [placed: Step, paid?: Step, ...later: Step[]] {
  const placed: Step = { at, what: 'Order placed', by: 'buyer', status: 'pending' };
  if (fate === 'waiting' || fate === 'ran out') return [placed];
  const paid: Step = { at: at + minute, what: 'Payment received', by: 'buyer', status: 'paid' };
  const set = (status: OrderStatus, earliest: number): Step => {
    const what = `Status set to ${orderStatusLabel[status].toLowerCase()}`;
    return { at: at + earliest + random.below(day), what, by: 'shop', status };
  };
  if (fate === 'paid') return [placed, paid];
  if (fate === 'cancelled') return [placed, paid, { ...set(fate, hour), what: 'Order cancelled', by: 'buyer' }];
  if (fate === 'delivered') return [placed, paid, set('shipped', day), set('delivered', 5 * day)];
  return [placed, paid, set(statusOf(fate), hour)];
}

interface Placed {
  id: string;
  customer: LoadCustomer;
  pieces: readonly LoadListing[];
  at: number;
  fate: Fate;
  now: number;
  adminId: string;
}

function rowsOf(random: SeededRandom, { id, customer, pieces, at, fate, now, adminId }: Placed): Rows {
  const { row, buyer, delivery } = customer;
  const steps = stepsOf(random, fate, at);
  const [, paid] = steps;
  const last = steps.at(-1)?.at ?? at;
  const total = sumCents(pieces.map(({ cents }) => cents));
  const method = random.pick(methods);
  const newId = () => random.bytes(12).toString('base64url');
  const payment = (kind: 'charge' | 'refund', moment: number, position: number): Tables['payments'] => {
    const state = kind === 'charge' ? 'captured' : 'succeeded';
    const processor = { state, attempt_id: null, provider_ref: null } as const;
    return { id: newId(), order_id: id, kind, amount_cents: total, method, at: moment, position, ...processor };
  };
  return {
    orders: [
      {
        id,
        user_id: row.id,
        order_date: at,
        status: statusOf(fate),
        total_cents: total,
        ...withoutDelivery,
        payment_method: method,
        delivery: JSON.stringify(delivery),
        buyer: JSON.stringify(buyer),
        hold_expires_at: fate === 'waiting' ? waitingUntil(now) : fate === 'ran out' ? at + holdFor : null,
        reserved_until: null,
        search_text: searchTextOf(
          { id, user_id: row.id, buyer, delivery },
          pieces.map((listing) => listing.name),
        ),
        changed_at: last,
        is_demo: 0,
      },
    ],
    order_items: pieces.map((listing, position) => ({
      order_id: id,
      listing_id: listing.id,
      position,
      price_cents: listing.cents,
      snapshot: JSON.stringify(snapshotOf(listing)),
      is_unique: listing.isUnique ? 1 : 0,
      tax: '',
      is_live: isLive(fate) ? 1 : 0,
    })),
    order_events: steps.flatMap((step, position) =>
      step
        ? { id: newId(), order_id: id, at: step.at, what: step.what, by_shop: step.by === 'shop' ? 1 : 0, position }
        : [],
    ),
    ...(paid && {
      payments: isLive(fate)
        ? [payment('charge', paid.at, 0)]
        : [payment('charge', paid.at, 0), payment('refund', last, 1)],
      invoices: [{ order_id: id, issue: 1, number: `INV-${id}`, issued_at: paid.at, ...withoutTax }],
    }),
    audit_entries: steps.flatMap((step) =>
      step?.by === 'shop'
        ? {
            ...auditEntry,
            id: newId(),
            at: step.at,
            admin_id: adminId,
            subject: id,
            after: JSON.stringify({ status: step.status }),
          }
        : [],
    ),
  };
}

const auditEntry = {
  ...{ admin_name: null, admin_email: null, action: 'order status', before: null },
  ...{ subject_name: null, subject_email: null, people_folded: null },
} as const;
