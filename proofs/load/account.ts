import { isDeepStrictEqual } from 'node:util';
import type { Cents } from '#contract/money.ts';
import type { OrderStatus } from '#contract/states.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Everything the shop stores because of one person, in a form that can be compared. */
export interface Account {
  name: string;
  phone: string;
  passwordHash: string;
  sessions: number;
  cart: readonly string[];
  holds: readonly string[];
  orders: readonly KnownOrder[];
  /** The number of idempotency keys that the shop stores. */
  keys: number;
  /** The other accounts that this person registered: email address and number of sessions. */
  guests: readonly string[];
  messages: readonly string[];
  /** Pieces that the person added as an admin, as `listingLine`. */
  products: readonly string[];
  /** Paths of the pictures that the person uploaded as an admin. */
  pictures: readonly string[];
  logo: string | null;
}

export interface KnownOrder {
  /** Empty until the answer with the id is known. Never compared. */
  id: string;
  status: OrderStatus;
  /** Whether it is a checkout that waits for its payment. */
  waits: boolean;
  items: readonly string[];
  cents: Cents;
  /** `charge 3200`, `refund 3200` … */
  payments: readonly string[];
  invoices: number;
}

export const emptyAccount: Omit<Account, 'name' | 'phone' | 'passwordHash' | 'sessions'> = {
  cart: [],
  holds: [],
  orders: [],
  keys: 0,
  guests: [],
  messages: [],
  products: [],
  pictures: [],
  logo: null,
};

/** As an expected password hash: any hash but the one before. */
export const newHash = 'another than before';

/** A text for each field in which the accounts differ; empty if they are alike. `before`: the account whose password hash is known. */
export function differences(expected: Account, found: Account, before: Account): string[] {
  const hash = expected.passwordHash === newHash ? before.passwordHash : expected.passwordHash;
  // Empty: the expected hash is not known.
  const isHashAsExpected = hash === '' || (found.passwordHash === hash) === (expected.passwordHash !== newHash);
  const [left, right] = [comparable(expected), comparable(found)];
  const fields = Object.keys(left).filter((field) => !isDeepStrictEqual(left[field], right[field]));
  return [
    ...(isHashAsExpected ? [] : ['the password']),
    ...fields.map((field) => `${field}: ${JSON.stringify(right[field])} instead of ${JSON.stringify(left[field])}`),
  ];
}

/** The differences from the first of these states, which was acknowledged; empty if the account is as in any of the states. */
export function lostFrom(states: readonly Account[], found: Account | undefined): string[] {
  const [acknowledged] = states;
  if (!acknowledged) return [];
  if (!found) return ['the account'];
  const isAsOne = states.some((state) => differences(state, found, acknowledged).length === 0);
  return isAsOne ? [] : differences(acknowledged, found, acknowledged);
}

/** The account without its password hash and the ids of orders. Lists are sorted, except for the orders, whose sequence counts. */
function comparable({ passwordHash: _, orders, ...rest }: Account): Record<string, unknown> {
  const fields = Object.entries(rest).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]);
  return { ...Object.fromEntries(fields), orders: orders.map(({ id: __, ...order }) => order) };
}

/**
 * The accounts of these people (ids), in the same order. Pictures and the logo do not say who uploaded them, so they count as
 * `admin`'s. Holds that have ended at `now` (epoch milliseconds) do not count. Guests, messages and pieces are found by a field in
 * which actions.ts stores the person's id: the account's name, the message's subject, the piece's series.
 */
export async function readAccounts(
  reader: Reader,
  people: readonly string[],
  { admin, now }: { admin: string; now: number },
): Promise<Account[]> {
  const users = await reader.selectFrom('users').selectAll().execute();
  const sessions = await reader.selectFrom('sessions').selectAll().execute();
  const cart = await reader.selectFrom('cart_entries').selectAll().execute();
  const holds = (await reader.selectFrom('holds').selectAll().execute()).filter((row) => Number(row.expires_at) > now);
  const orders = await reader.selectFrom('orders').selectAll().orderBy('order_date').execute();
  const items = await reader.selectFrom('order_items').selectAll().orderBy('position').execute();
  const payments = await reader.selectFrom('payments').selectAll().orderBy('position').execute();
  const invoices = await reader.selectFrom('invoices').selectAll().execute();
  const keys = await reader.selectFrom('idempotency_keys').selectAll().execute();
  const messages = await reader.selectFrom('enquiries').selectAll().execute();
  const listings = await reader.selectFrom('listings').selectAll().execute();
  const pictures = await reader.selectFrom('pictures').select('url').execute();
  const logo = await reader.selectFrom('shop_logo').select('url').executeTakeFirst();

  const orderOf = (row: Tables['orders']): KnownOrder => {
    const isOwn = (part: { order_id: string }) => part.order_id === row.id;
    return {
      id: row.id,
      status: row.status,
      waits: row.hold_expires_at !== null,
      items: items.filter(isOwn).map((item) => item.listing_id),
      cents: row.total_cents,
      payments: payments.filter(isOwn).map(({ kind, amount_cents }) => `${kind} ${amount_cents}`),
      invoices: invoices.filter(isOwn).length,
    };
  };
  return people.map((id): Account => {
    const user = users.find((row) => row.id === id);
    const isOwn = (row: { user_id: string }) => row.user_id === id;
    const sessionsOf = (guest: { id: string }) => sessions.filter(({ user_id }) => user_id === guest.id).length;
    return {
      name: user?.name ?? '',
      phone: user?.phone ?? '',
      passwordHash: user?.password_hash ?? '',
      sessions: sessions.filter(isOwn).length,
      cart: cart.filter(isOwn).map((row) => row.listing_id),
      holds: holds.filter(isOwn).map((row) => row.listing_id),
      orders: orders.filter(isOwn).map(orderOf),
      keys: keys.filter(isOwn).length,
      guests: users.filter(({ name }) => name === guestOf(id)).map((guest) => `${guest.email} ${sessionsOf(guest)}`),
      messages: messages.filter(({ subject }) => subject === id).map(({ message }) => message),
      products: listings
        .filter(({ series }) => series === id)
        .map((row) => listingLine({ name: row.name, cents: row.price_cents, story: row.story })),
      pictures: id === admin ? pictures.map(({ url }) => url) : [],
      logo: id === admin ? (logo?.url ?? null) : null,
    };
  });
}

export const guestOf = (personId: string): string => `Guest of ${personId}`;
export const listingLine = ({ name, cents, story }: { name: string; cents: Cents; story: string }): string =>
  `${name} · ${cents} · ${story}`;
