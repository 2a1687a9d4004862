import { type OrderStatus, orderStatusLabel, ownsListings, type PaymentMethod } from '#contract/states.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import { orderIdOf, searchTextOf } from '#server/features/orders/orders.ts';
import type { Flag, OrderEventsTable, PaymentsTable } from '#server/platform/database/tables.ts';
import { daysOpen, type LoadCustomer } from './customers.ts';
import { gonePiece, type LoadPiece, snapshotOf } from './pieces.ts';
import type { Rows } from './rows.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** How long a checkout waits, as HOLD_MINUTES says unless it is set. */
const holdFor = 15 * minute;
/** When the checkouts of right now end: after all that is held for them. */
export const waitingUntil = (now: number) => now + holdFor - minute;
const methods: readonly PaymentMethod[] = ['credit', 'credit', 'paypal', 'bank'];

interface Scene {
  /** The longest registered first. */
  customers: readonly LoadCustomer[];
  /** The oldest first. Those that an order gets become sold. */
  pieces: readonly LoadPiece[];
  count: number;
  now: number;
}

/** Became what its status says, or is a checkout whose payment never came, or one that waits for it right now. */
type Fate = Exclude<OrderStatus, 'pending'> | 'set pending' | 'ran out' | 'waiting';

/** Three years of orders, oldest first, more of them lately. Each unique piece is in at most one that owns it. */
export function* loadOrders(random: SeededRandom, { customers, pieces, count, now }: Scene): Generator<Rows> {
  const unique = pieces.filter((piece) => piece.isUnique && piece.status === 'available');
  const editions = pieces.filter((piece) => !piece.isUnique);
  const newId = createIds(random);
  const dates = new Set<string>();
  const adminId = customers[0]?.row.id ?? '';
  let [registered, hanging, onOffer] = [1, 0, 0];
  /** Unique pieces up to here are sold; the newest third stays free. */
  let sold = 0;
  for (let index = 0; index < count; index += 1) {
    const at = dateOf(random, index / count, now);
    const fate = index >= count - Math.min(20, count / 50) ? 'waiting' : fateOf(random, now - at);
    while ((customers[registered]?.row.created_at ?? Number.POSITIVE_INFINITY) < at) registered += 1;
    while ((unique[hanging]?.createdAt ?? Number.POSITIVE_INFINITY) < at) hanging += 1;
    while ((editions[onOffer]?.createdAt ?? Number.POSITIVE_INFINITY) < at) onOffer += 1;
    // The longest registered buy most.
    const customer = customers[Math.floor(registered * (random.below(1_000_000) / 1_000_000) ** 2)] ?? customers[0];
    if (!customer) throw new Error('there is a customer');

    const wanted = new Set<LoadPiece>();
    const mayTake = sold < hanging && sold < (unique.length * 2 * (index + 1)) / (3 * count);
    const next = mayTake || fate === 'waiting' ? unique[sold] : undefined;
    if (next) {
      wanted.add(next);
      if (isOwning(fate)) next.status = 'sold';
      if (fate === 'waiting') next.heldBy = customer.row.id;
      if (isOwning(fate) || fate === 'waiting') sold += 1;
    }
    for (let left = random.below(3); left > 0 && onOffer > 0; left -= 1) {
      const edition = editions[random.below(onOffer)];
      if (edition) wanted.add(edition);
    }
    if (wanted.size === 0) wanted.add(gonePiece(random, index, at - 30 * day));
    yield rowsOf(random, {
      id: newId(),
      customer,
      pieces: [...wanted],
      at: freshDate(dates, customer, at),
      fate,
      now,
      adminId,
    });
  }
}

/** No number is given twice. */
function createIds(random: SeededRandom): () => string {
  const given = new Set<string>();
  return () => {
    for (;;) {
      const id = orderIdOf(random.bytes(7));
      if (!given.has(id)) return given.add(id) && id;
    }
  };
}

/** `progress` from 0, when the shop opened, to before 1: now. */
function dateOf(random: SeededRandom, progress: number, now: number): number {
  const daysAgo = daysOpen * (1 - progress ** 0.7);
  return Math.round(now - daysAgo * day) - 3 * minute - random.below(5 * minute);
}

/** A buyer's orders have each a moment of their own. */
function freshDate(dates: Set<string>, { row }: LoadCustomer, at: number): number {
  let date = at;
  while (dates.has(`${row.id} ${date}`)) date -= 1;
  dates.add(`${row.id} ${date}`);
  return date;
}

const isOwning = (fate: Fate) => fate !== 'waiting' && ownsListings(statusOf(fate));

function statusOf(fate: Fate): OrderStatus {
  return fate === 'waiting' || fate === 'ran out' || fate === 'set pending' ? 'pending' : fate;
}

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

interface Placed {
  id: string;
  customer: LoadCustomer;
  pieces: readonly LoadPiece[];
  at: number;
  fate: Fate;
  now: number;
  adminId: string;
}

function rowsOf(random: SeededRandom, { id, customer, pieces, at, fate, now, adminId }: Placed): Rows {
  const { row, buyer, delivery } = customer;
  const steps = stepsOf(random, fate, at);
  const status = statusOf(fate);
  const isLive: Flag = isOwning(fate) || fate === 'waiting' ? 1 : 0;
  const total = pieces.reduce((sum, piece) => sum + piece.cents, 0);
  const method = random.pick(methods);
  const holdEnds = fate === 'waiting' ? waitingUntil(now) : fate === 'ran out' ? at + holdFor : null;
  const paid = steps.find((step) => step.what === 'Payment received');
  const last = steps.at(-1)?.at ?? at;
  const names = pieces.map((piece) => piece.name);
  return {
    orders: [
      {
        id,
        user_id: row.id,
        order_date: at,
        status,
        total_cents: total,
        payment_method: method,
        delivery: JSON.stringify(delivery),
        buyer: JSON.stringify(buyer),
        hold_expires_at: holdEnds,
        search_text: searchTextOf({ id, user_id: row.id, buyer, delivery }, names),
        changed_at: last,
        is_demo: 0,
      },
    ],
    order_items: pieces.map((piece, position) => ({
      order_id: id,
      listing_id: piece.id,
      position,
      price_cents: piece.cents,
      snapshot: JSON.stringify(snapshotOf(piece)),
      is_unique: piece.isUnique ? 1 : 0,
      is_live: isLive,
    })),
    order_events: steps.map((step, position) => eventOf(random, id, step, position)),
    ...(paid && {
      payments: paymentsOf(random, { id, total, method, paidAt: paid.at, refundedAt: isOwning(fate) ? null : last }),
      invoices: [{ order_id: id, issue: 1, number: `INV-${id}`, issued_at: paid.at }],
    }),
    audit_entries: steps
      .filter((step) => step.by === 'shop')
      .map((step) => ({
        id: random.bytes(12).toString('hex'),
        at: step.at,
        admin_id: adminId,
        admin_name: null,
        admin_email: null,
        action: 'order status',
        subject: id,
        subject_name: null,
        subject_email: null,
        people_folded: null,
        before: null,
        after: JSON.stringify({ status: step.status }),
      })),
  };
}

interface Step {
  at: number;
  what: string;
  by: 'buyer' | 'shop';
  status: OrderStatus;
}

/** Placed, paid, then on to its final status. */
function stepsOf(random: SeededRandom, fate: Fate, at: number): Step[] {
  const steps: Step[] = [{ at, what: 'Order placed', by: 'buyer', status: 'pending' }];
  if (fate === 'waiting' || fate === 'ran out') return steps;
  steps.push({ at: at + minute, what: 'Payment received', by: 'buyer', status: 'paid' });
  const set = (status: OrderStatus, after: number) =>
    steps.push({ at: at + after, what: `Status set to ${orderStatusLabel[status].toLowerCase()}`, by: 'shop', status });
  if (fate === 'cancelled')
    steps.push({ at: at + hour + random.below(day), what: 'Order cancelled', by: 'buyer', status: 'cancelled' });
  if (fate === 'set pending') set('pending', hour + random.below(day));
  if (fate === 'processing') set('processing', hour + random.below(day));
  if (fate === 'shipped' || fate === 'delivered') set('shipped', day + random.below(3 * day));
  if (fate === 'delivered') set('delivered', 5 * day + random.below(8 * day));
  return steps;
}

function eventOf(random: SeededRandom, orderId: string, { at, what, by }: Step, position: number): OrderEventsTable {
  const id = random.bytes(12).toString('base64url');
  return { id, order_id: orderId, at, what, by_shop: by === 'shop' ? 1 : 0, position };
}

function paymentsOf(
  random: SeededRandom,
  order: { id: string; total: number; method: PaymentMethod; paidAt: number; refundedAt: number | null },
): PaymentsTable[] {
  const payment = (kind: 'charge' | 'refund', at: number, position: number): PaymentsTable => ({
    id: random.bytes(12).toString('base64url'),
    order_id: order.id,
    kind,
    amount_cents: order.total,
    method: order.method,
    at,
    position,
  });
  const charge = payment('charge', order.paidAt, 0);
  return order.refundedAt === null ? [charge] : [charge, payment('refund', order.refundedAt, 1)];
}
