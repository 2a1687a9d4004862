// The whole shop in lines: as the model has it, as the database has it, and as its answers show it.
import { toCents } from '#contract/money.ts';
import { cartShownBy, orderShownBy, paymentsShownBy, pieceShownBy, timeOf } from './calls.ts';
import { epoch } from './ids.ts';
import {
  cartLine,
  cartShown,
  listedOrders,
  orderLine,
  orderShown,
  paymentsLine,
  pieceShown,
  userShown,
} from './lines.ts';
import { liveHold, type State, totalOf } from './model.ts';
import type { Label } from './operations.ts';
import type { SimulatedShop } from './shop.ts';

/** Null when both say the same, else the first lines that only one has. */
function differenceOf(model: readonly string[], shop: readonly string[]): string | null {
  const missing = model.filter((line) => !shop.includes(line));
  const unexpected = shop.filter((line) => !model.includes(line));
  if (missing.length === 0 && unexpected.length === 0 && model.length === shop.length) return null;
  return `the model has [${missing.slice(0, 3).join(' | ')}], the shop [${unexpected.slice(0, 3).join(' | ')}]`;
}

/** Compares the model with the tables. */
export async function compareTables(shop: SimulatedShop, state: State, now: number): Promise<string | null> {
  return differenceOf(modelTables(state, now), await shopTables(shop, now));
}

function modelTables(state: State, now: number): string[] {
  return [
    ...[...state.users].map(([label, user]) => `${userShown(state, label)}, ${user.email}`),
    ...[...state.sessions].map(([label, user]) => `${label} of ${user}`),
    ...[...state.pieces].map(([label, { name, price, isUnique, status }]) =>
      pieceRow(label, name, price, isUnique, status),
    ),
    ...[...state.holds.keys()].flatMap((piece) => {
      const hold = liveHold(state, piece, now);
      return hold ? [`${piece} is held by ${hold.user} until ${hold.until}`] : [];
    }),
    ...[...state.carts].filter(([, cart]) => cart.length > 0).map(([user, cart]) => `${user}: ${cartLine(cart)}`),
    ...[...state.orders].map(([label, order]) => {
      const shown = orderLine(label, { ...order, total: totalOf(order), holdUntil: order.waitsUntil });
      return `${shown}; ${paymentsLine(order.payments)}`;
    }),
  ];
}

const pieceRow = (label: Label, name: string, price: number, isUnique: boolean, status: string) =>
  `${label} '${name}' at ${price}, ${isUnique ? 'unique' : 'edition'}, ${status}`;

async function shopTables(shop: SimulatedShop, now: number): Promise<string[]> {
  const { read } = shop.database;
  const ids = shop.ids();
  const [users, sessions, listings, holds, entries, orders, items, payments] = await Promise.all([
    read.selectFrom('users').select(['id', 'email', 'is_admin', 'activity_score']).execute(),
    read.selectFrom('sessions').select(['token_hash', 'user_id']).execute(),
    read.selectFrom('listings').select(['id', 'name', 'price_cents', 'is_unique', 'status']).execute(),
    read
      .selectFrom('holds')
      .selectAll()
      .where('expires_at', '>', epoch + now)
      .execute(),
    read.selectFrom('cart_entries').selectAll().execute(),
    read.selectFrom('orders').select(['id', 'user_id', 'status', 'total_cents', 'hold_expires_at']).execute(),
    read.selectFrom('order_items').select(['order_id', 'listing_id', 'price_cents', 'snapshot']).execute(),
    read.selectFrom('payments').select(['order_id', 'kind', 'amount_cents']).orderBy('position').execute(),
  ]);
  const carts = Map.groupBy(entries, (entry) => entry.user_id);
  const itemsOf = Map.groupBy(items, (item) => item.order_id);
  const paymentsOf = Map.groupBy(payments, (payment) => payment.order_id);
  return [
    ...users.map((row) => {
      const shown = `${ids.labelOf(row.id)}${row.is_admin === 1 ? ' (admin)' : ''}, ${row.activity_score} points`;
      return `${shown}, ${row.email}`;
    }),
    ...sessions.map((row) => `${ids.labelOf(row.token_hash)} of ${ids.labelOf(row.user_id)}`),
    ...listings.map((row) => pieceRow(ids.labelOf(row.id), row.name, row.price_cents, row.is_unique === 1, row.status)),
    ...holds.map(
      (row) => `${ids.labelOf(row.listing_id)} is held by ${ids.labelOf(row.user_id)} until ${row.expires_at - epoch}`,
    ),
    ...[...carts].map(([user, cart]) => {
      const shown = cart.map((row) => ({ piece: ids.labelOf(row.listing_id), at: row.added_at - epoch }));
      return `${ids.labelOf(user)}: ${cartLine(shown)}`;
    }),
    ...orders.map((row) => {
      const shown = orderLine(ids.labelOf(row.id), {
        user: ids.labelOf(row.user_id),
        status: row.status,
        total: row.total_cents,
        holdUntil: row.hold_expires_at === null ? null : row.hold_expires_at - epoch,
        items: (itemsOf.get(row.id) ?? []).map((item) => ({
          piece: ids.labelOf(item.listing_id),
          // Written by the shop, an object with the piece's name among others (server/features/orders/present-order.ts).
          name: (JSON.parse(item.snapshot) as { name: string }).name,
          price: item.price_cents,
        })),
      });
      const record = paymentsOf.get(row.id) ?? [];
      return `${shown}; ${paymentsLine(record.map((payment) => (payment.kind === 'charge' ? 1 : -1) * payment.amount_cents))}`;
    }),
  ];
}

/** Compares the model with what visitors, buyers and admins are shown. */
export async function compareAnswers(shop: SimulatedShop, state: State, now: number): Promise<string | null> {
  const model: string[] = [];
  const shown: string[] = [];
  for (const compared of [publicAnswers, buyersAnswers, adminsAnswers]) await compared(shop, state, now, model, shown);
  return differenceOf(model, shown);
}

type Compare = (shop: SimulatedShop, state: State, now: number, model: string[], shown: string[]) => Promise<void>;

const publicAnswers: Compare = async (shop, state, now, model, shown) => {
  const ids = shop.ids();
  const offered = [...state.pieces].filter(([, piece]) => piece.status !== 'discontinued');
  model.push(...offered.map(([label]) => `shown: ${pieceShown(state, label, now)}`));
  const { body } = await shop.call('listListings');
  shown.push(...body.listings.map((listing) => `shown: ${pieceShownBy(ids, listing)}`));
  const free = offered.filter(
    ([label, piece]) => piece.status === 'available' && !(piece.isUnique && liveHold(state, label, now)),
  );
  model.push(...free.map(([label]) => `can be bought: ${label}`));
  const { body: buyable } = await shop.call('listPieces');
  shown.push(...buyable.pieces.map(({ id }) => `can be bought: ${ids.labelOf(id)}`));
};

const buyersAnswers: Compare = async (shop, state, now, model, shown) => {
  const ids = shop.ids();
  const sessions = new Map([...state.sessions].map(([session, user]) => [user, session]));
  for (const [user, session] of sessions) {
    const token = ids.idOf(session);
    const own = listedOrders(state, now).filter(([, order]) => order.user === user);
    model.push(
      `${user}: ${cartShown(state, user)}`,
      ...own.map(([label, order]) => `own: ${orderShown(label, order)}`),
    );
    const [cart, orders] = [await shop.call('getCart', { token }), await shop.call('listOrders', { token })];
    shown.push(`${user}: ${cartShownBy(ids, cart.body.cartItems)}`);
    shown.push(...orders.body.orders.map((order) => `own: ${orderShownBy(ids, order)}`));
    for (const [label, order] of own.slice(-2)) {
      model.push(`${orderShown(label, order)}; ${paymentsLine(order.payments)}`);
      const { body } = await shop.call('getOrder', { token, params: { id: ids.idOf(label) } });
      shown.push(`${orderShownBy(ids, body.order)}; ${paymentsShownBy(body.order)}`);
    }
  }
};

const adminsAnswers: Compare = async (shop, state, now, model, shown) => {
  const ids = shop.ids();
  const session = [...state.sessions].find(([, user]) => state.users.get(user)?.isAdmin)?.[0];
  if (session === undefined) return;
  const token = ids.idOf(session);
  const listed = listedOrders(state, now);
  model.push(...[...state.pieces.keys()].map((label) => `kept: ${pieceShown(state, label, now)}`));
  const { body: pieces } = await shop.call('listListingsAsAdmin', { token });
  shown.push(...pieces.listings.map((listing) => `kept: ${pieceShownBy(ids, listing)}`));
  model.push(...listed.map(([label, order]) => `order: ${orderShown(label, order)}`), `${listed.length} orders`);
  const { body: orders } = await shop.call('listOrdersAsAdmin', { token });
  shown.push(...orders.orders.map((order) => `order: ${orderShownBy(ids, order)}`), `${orders.total} orders`);
  const sales = listed
    .filter(([, order]) => order.status === 'paid')
    .reduce((sum, [, order]) => sum + totalOf(order), 0);
  model.push(`${state.users.size} users, ${state.pieces.size} listings, ${listed.length} orders, ${sales} of sales`);
  const { totals } = (await shop.call('getDashboard', { token })).body;
  shown.push(
    `${totals.users} users, ${totals.listings} listings, ${totals.orders} orders, ${toCents(totals.sales)} of sales`,
  );
  await holdsAnswer(shop, state, now, token, model, shown);
};

async function holdsAnswer(
  shop: SimulatedShop,
  state: State,
  now: number,
  token: string,
  model: string[],
  shown: string[],
) {
  const ids = shop.ids();
  for (const piece of state.holds.keys()) {
    const hold = liveHold(state, piece, now);
    if (hold) model.push(`${piece} is held by ${hold.user} since ${hold.since} until ${hold.until}`);
  }
  const { holds } = (await shop.call('listHolds', { token })).body;
  for (const hold of holds) {
    const user = ids.labelOf(hold.userId);
    const [since, until] = [timeOf(hold.since), timeOf(hold.expiresAt)];
    shown.push(`${ids.labelOf(hold.listingId)} is held by ${user} since ${since} until ${until}`);
  }
}
