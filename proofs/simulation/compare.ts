// Compares the model with the whole shop: with its tables, and with what everybody is shown.
import { sql } from 'kysely';
import { z } from 'zod';
import type { EndpointName } from '#contract/api.ts';
import { asCents, fromCents, sumCents } from '#contract/money.ts';
import type { CallOptions } from '#server/testing/api-client.ts';
import { epoch } from './labels.ts';
import type { Label } from './model.ts';
import {
  cartShown,
  isListed,
  isShown,
  kindOf,
  listingShown,
  liveHold,
  orderShown,
  type State,
  totalOf,
} from './model.ts';
import type { SimulatedShop } from './shop.ts';

const flag = (is: boolean) => (is ? 1 : 0);

/** For each table the compared columns, and the rows that the model has. */
const tables: Readonly<
  Record<string, { columns: readonly string[]; rows(state: State, now: number): readonly (readonly unknown[])[] }>
> = {
  users: {
    columns: ['id', 'email', 'role', 'activity_score'],
    rows: ({ users }) => [...users].map(([label, { email, role, score }]) => [label, email, role, score]),
  },
  sessions: { columns: ['token_hash', 'user_id'], rows: ({ sessions }) => [...sessions] },
  listings: {
    columns: ['id', 'name', 'price_cents', 'is_unique', 'status'],
    rows: ({ pieces }) =>
      [...pieces].map(([label, { name, price, isUnique, status }]) => [label, name, price, flag(isUnique), status]),
  },
  holds: {
    columns: ['listing_id', 'user_id', 'first_held_at', 'expires_at'],
    rows: (state, now) =>
      liveHolds(state, now).map(([listing, { user, since, until }]) => [listing, user, epoch + since, epoch + until]),
  },
  cart_entries: {
    columns: ['user_id', 'listing_id', 'added_at'],
    rows: ({ carts }) => [...carts].flatMap(([user, cart]) => cart.map(({ piece, at }) => [user, piece, epoch + at])),
  },
  orders: {
    columns: ['id', 'user_id', 'status', 'total_cents', 'hold_expires_at'],
    rows: ({ orders }) =>
      [...orders].map(([label, order]) => {
        const end = order.waitsUntil === null ? null : epoch + order.waitsUntil;
        return [label, order.user, order.status, totalOf(order), end];
      }),
  },
  order_items: {
    columns: ['order_id', 'listing_id', 'price_cents', 'snapshot'],
    rows: ({ orders }) =>
      [...orders].flatMap(([label, { items }]) => items.map(({ piece, price, name }) => [label, piece, price, name])),
  },
  payments: {
    columns: ['order_id', 'position', 'kind', 'amount_cents'],
    rows: ({ orders }) =>
      [...orders].flatMap(([label, { payments }]) =>
        payments.map((amount, position) => [label, position, kindOf(amount), Math.abs(amount)]),
      ),
  },
};

/** Null when the tables are as the model says, otherwise the first rows that only one of them has. */
export async function compareTables(shop: SimulatedShop, state: State, now: number): Promise<string | null> {
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    const live = name === 'holds' ? sql`where expires_at > ${epoch + now}` : sql``;
    const query = sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)} ${live}`;
    const { rows: found } = await query.execute(shop.database.read);
    const seen = found.map((row) => JSON.stringify(shop.labels().toLabels(Object.entries(Object(row)).map(compared))));
    const expected = rows(state, now).map((row) => JSON.stringify(row));
    const missing = expected.filter((row) => !seen.includes(row));
    const surplus = seen.filter((row) => !expected.includes(row));
    if (missing.length > 0 || surplus.length > 0 || expected.length !== seen.length)
      return `${name}: the model has ${missing.slice(0, 3).join()}, the shop ${surplus.slice(0, 3).join()}`;
  }
  return null;
}

const snapshot = z.object({ name: z.string() });

/** The value of a column that is compared: of a listing's snapshot only the name. */
function compared([column, value]: [string, unknown]): unknown {
  if (column !== 'snapshot') return value;
  return snapshot.parse(typeof value === 'string' ? JSON.parse(value) : value).name;
}

/** Null when visitors, buyers and admins are shown what the model says. */
export async function compareAnswers(shop: SimulatedShop, state: State, now: number): Promise<string | null> {
  const labels = shop.labels();
  for (const { endpoint, by, id, shows } of [
    ...publicAnswers(state, now),
    ...buyersAnswers(state, now),
    ...adminsAnswers(state, now),
  ]) {
    const options: CallOptions = { token: by ? labels.idOf(by) : null, ...(id && { params: { id: labels.idOf(id) } }) };
    const { body } = await shop.call(endpoint, options);
    const seen = labels.toLabels(body);
    if (!isShown(shows, seen))
      return `${endpoint} by ${by}: the model says ${JSON.stringify(shows)}, the shop ${JSON.stringify(seen)}`;
  }
  return null;
}

interface ExpectedAnswer {
  endpoint: EndpointName;
  by?: Label;
  id?: Label;
  shows: object;
}

function publicAnswers(state: State, now: number): ExpectedAnswer[] {
  const offered = [...state.pieces].filter(([, listing]) => listing.status !== 'discontinued');
  const free = offered.filter(
    ([label, listing]) => listing.status === 'available' && !(listing.isUnique && liveHold(state, label, now)),
  );
  return [
    { endpoint: 'listListings', shows: { listings: offered.map(([label]) => listingShown(state, label, now)) } },
    { endpoint: 'listPieces', shows: { pieces: free.map(([label]) => ({ id: label })) } },
  ];
}

function buyersAnswers(state: State, now: number): ExpectedAnswer[] {
  const sessions = new Map([...state.sessions].map(([session, user]) => [user, session]));
  return [...sessions].flatMap(([user, by]) => {
    const own = listedOrders(state, now).filter(([, order]) => order.user === user);
    return [
      { endpoint: 'getCart', by, shows: { cartItems: cartShown(state, user) } },
      { endpoint: 'listOrders', by, shows: { orders: own.map(([label, order]) => orderShown(label, order)) } },
      ...own.slice(-2).map(([id, order]): ExpectedAnswer => {
        const payments = order.payments.map((amount) => ({
          kind: kindOf(amount),
          amount: fromCents(asCents(Math.abs(amount))),
        }));
        return { endpoint: 'getOrder', by, id, shows: { order: { ...orderShown(id, order), payments } } };
      }),
    ];
  });
}

function adminsAnswers(state: State, now: number): ExpectedAnswer[] {
  const by = [...state.sessions].find(([, user]) => state.users.get(user)?.role)?.[0];
  if (by === undefined) return [];
  const listed = listedOrders(state, now);
  const orders = listed.map(([label, order]) => orderShown(label, order));
  const paid = listed.filter(([, order]) => order.status === 'paid');
  const sales = fromCents(sumCents(paid.map(([, order]) => totalOf(order))));
  const totals = { users: state.users.size, listings: state.pieces.size, orders: listed.length, sales };
  const listings = [...state.pieces.keys()].map((label) => listingShown(state, label, now));
  const holds = liveHolds(state, now).map(([listingId, { user, since, until }]) => {
    return { listingId, userId: user, since, expiresAt: until };
  });
  return [
    { endpoint: 'listListingsAsAdmin', by, shows: { listings } },
    { endpoint: 'listOrdersAsAdmin', by, shows: { orders, total: listed.length } },
    { endpoint: 'getDashboard', by, shows: { totals } },
    { endpoint: 'listHolds', by, shows: { holds } },
  ];
}

const liveHolds = (state: State, now: number) => [...state.holds].filter(([, { until }]) => until > now);
const listedOrders = (state: State, now: number) => [...state.orders].filter(([, order]) => isListed(order, now));
