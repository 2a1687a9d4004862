import { isDeepStrictEqual } from 'node:util';
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
  /** Oldest first. */
  orders: readonly KnownOrder[];
  /** Repeatable calls that the shop remembers. */
  keys: number;
  /** Addresses of the accounts this person made, with their number of sessions. */
  guests: readonly string[];
  messages: readonly string[];
  /** As an admin: what was added, a line each. */
  products: readonly string[];
  /** As an admin: paths of what was uploaded. */
  pictures: readonly string[];
  logo: string | null;
}

export interface KnownOrder {
  /** Empty while its answer is not known; never compared. */
  id: string;
  status: OrderStatus;
  /** A checkout that waits for its payment. */
  waits: boolean;
  items: readonly string[];
  cents: number;
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

/** Stands for a password hash that is another than before. */
export const newHash = 'another than before';

/** The fields in which they differ; empty when they are alike. */
export function differences(expected: Account, found: Account, before: Account): string[] {
  const hash = expected.passwordHash === newHash ? before.passwordHash : expected.passwordHash;
  // Empty: the expected hash is not known.
  const isHashAsExpected = hash === '' || (found.passwordHash === hash) === (expected.passwordHash !== newHash);
  const [left, right] = [comparable(expected), comparable(found)];
  const fields = (Object.keys(left) as (keyof typeof left)[]).filter(
    (field) => !isDeepStrictEqual(left[field], right[field]),
  );
  return [
    ...(isHashAsExpected ? [] : ['the password']),
    ...fields.map((field) => `${field}: ${JSON.stringify(right[field])} instead of ${JSON.stringify(left[field])}`),
  ];
}

function comparable({ passwordHash: _, orders, ...rest }: Account) {
  return {
    ...rest,
    cart: rest.cart.toSorted(),
    holds: rest.holds.toSorted(),
    guests: rest.guests.toSorted(),
    messages: rest.messages.toSorted(),
    products: rest.products.toSorted(),
    pictures: rest.pictures.toSorted(),
    orders: orders.map(({ id: __, ...order }) => order),
  };
}

/**
 * Of each of these people (ids), in their order. Pictures and the logo say nothing of who brought them: they count as
 * `admin`'s. `now`: holds that have ended do not count.
 */
export async function readAccounts(
  reader: Reader,
  people: readonly string[],
  { admin, now }: { admin: string; now: number },
): Promise<Account[]> {
  const users = await reader.selectFrom('users').selectAll().where('id', 'in', people).execute();
  const rows = {
    sessions: await of(reader, 'sessions', people),
    cart: await of(reader, 'cart_entries', people),
    holds: (await of(reader, 'holds', people)).filter((hold) => Number(hold.expires_at) > now),
    orders: await of(reader, 'orders', people),
    keys: await of(reader, 'idempotency_keys', people),
  };
  const orders = await detailsOf(
    reader,
    rows.orders.map((row) => row.id),
  );
  const made = await madeBy(reader, people, admin);
  return people.map((id): Account => {
    const user = users.find((row) => row.id === id);
    const own = <Row extends { user_id: string }>(some: readonly Row[]) => some.filter((row) => row.user_id === id);
    return {
      name: user?.name ?? '',
      phone: user?.phone ?? '',
      passwordHash: user?.password_hash ?? '',
      sessions: own(rows.sessions).length,
      cart: own(rows.cart).map((row) => row.listing_id),
      holds: own(rows.holds).map((row) => row.listing_id),
      orders: own(rows.orders)
        .toSorted((left, right) => Number(left.order_date) - Number(right.order_date))
        .map((row) => orders.of(row)),
      keys: own(rows.keys).length,
      ...made(id),
    };
  });
}

type OwnedTable = 'sessions' | 'cart_entries' | 'holds' | 'orders' | 'idempotency_keys';

async function of<Name extends OwnedTable>(reader: Reader, table: Name, people: readonly string[]) {
  const query = reader.selectFrom(table as 'orders').selectAll();
  // Each of these tables says `user_id`; the query is built from what they are at run time.
  return (await query.where('user_id', 'in', people).execute()) as unknown as Tables[Name][];
}

async function detailsOf(reader: Reader, ids: readonly string[]) {
  const some = ids.length > 0 ? ids : [''];
  const rowsOf = { items: reader.selectFrom('order_items'), payments: reader.selectFrom('payments') };
  const items = byOrder(await rowsOf.items.selectAll().where('order_id', 'in', some).orderBy('position').execute());
  const payments = byOrder(
    await rowsOf.payments.selectAll().where('order_id', 'in', some).orderBy('position').execute(),
  );
  const invoices = byOrder(await reader.selectFrom('invoices').selectAll().where('order_id', 'in', some).execute());
  return {
    of: (row: Tables['orders']): KnownOrder => ({
      id: row.id,
      status: row.status,
      waits: row.hold_expires_at !== null,
      items: (items.get(row.id) ?? []).map((item) => item.listing_id),
      cents: Number(row.total_cents),
      payments: (payments.get(row.id) ?? []).map(({ kind, amount_cents }) => `${kind} ${amount_cents}`),
      invoices: invoices.get(row.id)?.length ?? 0,
    }),
  };
}

const byOrder = <Row extends { order_id: string }>(rows: readonly Row[]) => Map.groupBy(rows, (row) => row.order_id);

/** A field that the shop only stores names who made it: an account's name, a message's subject, a piece's series. */
async function madeBy(reader: Reader, people: readonly string[], admin: string) {
  const guests = await reader
    .selectFrom('users')
    .leftJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['users.name', 'users.email', 'sessions.id as session'])
    .where('users.name', 'in', people.map(guestOf))
    .execute();
  const messages = await reader
    .selectFrom('enquiries')
    .select(['subject', 'message'])
    .where('subject', 'in', people)
    .execute();
  const products = await reader.selectFrom('listings').selectAll().where('series', 'in', people).execute();
  const pictures = await reader.selectFrom('pictures').select(['url']).execute();
  const logo = await reader.selectFrom('shop_logo').select(['url']).executeTakeFirst();
  return (id: string) => ({
    guests: [
      ...Map.groupBy(
        guests.filter(({ name }) => name === guestOf(id)),
        ({ email }) => email,
      ),
    ].map(([email, rows]) => `${email} ${rows.filter(({ session }) => session !== null).length}`),
    messages: messages.filter(({ subject }) => subject === id).map(({ message }) => message),
    products: products
      .filter(({ series }) => series === id)
      .map((row) => productLine({ name: row.name, cents: Number(row.price_cents), story: row.story })),
    pictures: id === admin ? pictures.map(({ url }) => url) : [],
    logo: id === admin ? (logo?.url ?? null) : null,
  });
}

export const guestOf = (personId: string): string => `Guest of ${personId}`;
export const productLine = ({ name, cents, story }: { name: string; cents: number; story: string }): string =>
  `${name} · ${cents} · ${story}`;
