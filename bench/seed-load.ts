// Fills a shop with load: as many pieces, orders and users as it is to be measured with. The same numbers make the same shop.
//
//   node bench/seed-load.ts --listings N --orders M --users K
//
// Reads the shop's settings (DATABASE_URL, DATA_DIR …). With PostgreSQL at any time; the embedded database belongs to one
// process, so there the shop must be stopped.
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createPasswordHasher } from '#server/features/accounts/accounts.ts';
import { searchRowOf } from '#server/features/catalog/catalog.ts';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import { connect } from '#server/platform/database/connect.ts';
import type { Database } from '#server/platform/database/database.ts';
import { StartRefused } from '#server/platform/failures.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import { runCommand, UsageError } from '../cli/run-command.ts';
import { loadCartsAndHolds } from './seed/carts-and-holds.ts';
import { adminEmail, loadCustomers, sessionOf } from './seed/customers.ts';
import { countedWords, listingOf, loadListings } from './seed/listings.ts';
import { loadOrders } from './seed/orders.ts';
import { insertAll } from './seed/rows.ts';

export interface LoadCounts {
  listings: number;
  orders: number;
  users: number;
}

/** The password of everybody in the load. */
export const loadPassword = 'load-secret';

/** Any number; another one makes another shop of the same size. */
const seed = 41;

/**
 * Writes users with live sessions, pieces, three years of orders up to `now` (epoch milliseconds), and what comes with them:
 * carts, holds, checkouts that wait and that ran out, enquiries, the audit. Answers the sessions' tokens, an admin's first.
 * Throws StartRefused where there is load already.
 */
export async function seedLoad(database: Database, counts: LoadCounts, now: number): Promise<string[]> {
  const known = await database.read.selectFrom('users').select('id').where('email', '=', adminEmail).executeTakeFirst();
  if (known) throw new StartRefused('There is load in this database already: take a new one.');

  const random = createRandom(seed);
  const passwords = createPasswordHasher({ randomBytes: random.bytes });
  const customers = loadCustomers(random, counts.users, await passwords.hash(loadPassword), now);
  const pieces = loadListings(random, counts.listings, now);
  const sessions = customers.map((customer) => sessionOf(random, customer));
  await insertAll(database, customers, ({ row }) => ({ users: [row] }));
  await insertAll(database, sessions, ({ row }) => ({ sessions: [row] }));
  // Before the pieces, because the orders mark pieces as sold.
  await insertAll(database, loadOrders(random, { customers, pieces, count: counts.orders, now }), (rows) => rows);
  const listings = pieces.map(listingOf);
  const search = listings.map((listing) => searchRowOf(listing));
  await insertAll(database, listings, (listing) => ({ listings: [listing] }));
  await insertAll(database, search, (row) => ({ listing_search: [row] }));
  await insertAll(database, countedWords(search), (row) => ({ search_words: [row] }));
  await insertAll(database, loadCartsAndHolds(random, { customers, pieces, now }), (rows) => rows);
  await database.write(async (tx) => tx.raiseRevision());
  // As PostgreSQL would by itself within some minutes.
  if (database.engine === 'postgres') await sql`vacuum analyze`.execute(database.read);
  return sessions.map((session) => session.token);
}

/** Like `seedLoad`, for a database that no shop has open, with orders up to now. */
export async function seedClosedShop(settings: Pick<Settings, 'database'>, counts: LoadCounts): Promise<string[]> {
  const database = await connect(settings.database);
  return await seedLoad(database, counts, Date.now()).finally(() => database.close());
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ strict: false, options: { listings: text, orders: text, users: text } });
  const [listings = 0, orders = 0, users = 0] = [values.listings, values.orders, values.users].map(Number);
  if (![listings, orders, users].every((count) => Number.isInteger(count) && count >= 1))
    throw new UsageError('node bench/seed-load.ts --listings N --orders M --users K, with whole numbers from 1');
  await seedClosedShop(parseSettings(process.env), { listings, orders, users });
  console.log(`Written: ${listings} listings, ${orders} orders, ${users} users.`);
  console.log(`Everybody signs in with ${loadPassword}, the admin is ${adminEmail}.`);
  return 0;
}

if (import.meta.main) process.exitCode = await runCommand(main);
