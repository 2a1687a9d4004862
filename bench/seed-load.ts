// Fills a shop with generated listings, orders and users, for measurements. The same numbers generate the same data, but
// its dates are relative to the time of the run.
//
//   node bench/seed-load.ts --listings N --orders M --users K
//
// Reads the shop's settings (DATABASE_URL, DATA_DIR …). On SQLite the shop must be stopped, because only one process may open the
// database; on PostgreSQL it may be running.
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
import { generateCartsHoldsAndEnquiries } from './seed/carts-holds-and-enquiries.ts';
import { adminEmail, generateCustomers, sessionOf } from './seed/customers.ts';
import { countedWords, generateListings, listingOf } from './seed/listings.ts';
import { generateOrders } from './seed/orders.ts';
import { insertAll } from './seed/rows.ts';

export interface LoadCounts {
  listings: number;
  orders: number;
  users: number;
}

/** The password of all generated users. */
export const loadPassword = 'load-secret';

/** The seed of the random numbers. Any number is possible: another one generates other data of the same size. */
const seed = 41;

/**
 * Writes users with live sessions, listings, three years of orders up to `now` (epoch milliseconds), checkouts that wait for their
 * payment or have expired, carts, holds, enquiries and audit entries. Returns the sessions' tokens, an admin's first. Throws
 * StartRefused if the database has generated data already.
 */
export async function seedLoad(database: Database, counts: LoadCounts, now: number): Promise<string[]> {
  const known = await database.read.selectFrom('users').select('id').where('email', '=', adminEmail).executeTakeFirst();
  if (known) throw new StartRefused('This database has generated data already: use a new one.');

  const random = createRandom(seed);
  const passwords = createPasswordHasher({ randomBytes: random.bytes });
  const customers = generateCustomers(random, counts.users, await passwords.hash(loadPassword), now);
  const pieces = generateListings(random, counts.listings, now);
  const sessions = customers.map((customer) => sessionOf(random, customer, now));
  await insertAll(database, customers, ({ row }) => ({ users: [row] }));
  await insertAll(database, sessions, ({ row }) => ({ sessions: [row] }));
  // The orders are generated before the listings are written, because they mark pieces as sold.
  await insertAll(database, generateOrders(random, { customers, pieces, count: counts.orders, now }), (rows) => rows);
  const listings = pieces.map(listingOf);
  const search = listings.map((listing) => searchRowOf(listing));
  await insertAll(database, listings, (listing) => ({ listings: [listing] }));
  await insertAll(database, search, (row) => ({ listing_search: [row] }));
  await insertAll(database, countedWords(search), (row) => ({ search_words: [row] }));
  await insertAll(database, generateCartsHoldsAndEnquiries(random, { customers, pieces, now }), (rows) => rows);
  await database.write(async (tx) => tx.raiseRevision());
  // PostgreSQL would do this by itself within some minutes.
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
