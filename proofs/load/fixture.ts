import { join } from 'node:path';
import sharp from 'sharp';
import { createPasswordHasher } from '#server/features/accounts/accounts.ts';
import { createRandom, type SeededRandom } from '#server/features/demo/seeded-random.ts';
import { cleanSvg } from '#server/features/media/svg/clean-svg.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { parseSettings } from '#server/settings.ts';
import { connectQuickly } from '#server/testing/empty-sqlite.ts';
import { openShop, type ShopProcessOptions } from '#server/testing/shop-process.ts';
import { generateCustomers, type LoadCustomer, sessionOf } from '../../bench/seed/customers.ts';
import { generateListings, listingOf } from '../../bench/seed/listings.ts';
import { insertAll } from '../../bench/seed/rows.ts';
import { readAccounts } from './account.ts';
import type { Listing, Person } from './actions.ts';

/** A shop's database with people who are signed in, and pieces to buy. */
export type Fixture = Awaited<ReturnType<typeof createFixture>>;

type OpenOptions = Pick<ShopProcessOptions, 'nodeOptions' | 'killedAfter' | 'settings'>;

export interface FixtureOptions {
  databaseUrl: string;
  directory: string;
  seed: number;
  people: number;
  pieces: number;
}

const password = 'behind seven locks';

/** Writes people and pieces directly into the database. The people share one password hash, because hashing one for each would be slow. */
export async function createFixture(options: FixtureOptions) {
  const { databaseUrl, directory, seed } = options;
  const random = createRandom(seed);
  const { database } = parseSettings({ DATABASE_URL: databaseUrl });
  const hash = await createPasswordHasher({ randomBytes: createRandom(seed).bytes }).hash(password);
  const now = Date.now();
  const customers = generateCustomers(random, options.people + 1, hash, now).map((customer) => ({
    // Some rules require a confirmed email address.
    user: { ...customer.row, email_confirmed_at: Date.now() },
    sessions: [newSession(random, customer, now), newSession(random, customer, now)] as const,
  }));
  const pieces = generateListings(random, options.pieces, Date.now());
  const connection = await connectQuickly(database);
  try {
    await insertAll(connection, customers, ({ user, sessions: [one, other] }) => ({
      users: [user],
      sessions: [one.row, other.row],
    }));
    await insertAll(connection, pieces, (listing) => ({ listings: [listingOf({ ...listing, status: 'available' })] }));
  } finally {
    await connection.close();
  }
  const [admin, ...people] = customers.map(
    ({ user: { id, email }, sessions: [one, other] }): Person => ({
      id,
      email,
      password,
      token: one.token,
      otherToken: other.token,
    }),
  );
  if (!admin) throw new Error('there is no admin');
  return {
    random,
    database,
    databaseUrl,
    directory,
    admin,
    people,
    pieces: pieces as readonly Listing[],
    open: ({ settings = {}, ...how }: OpenOptions = {}) =>
      openShop({ databaseUrl, directory, settings: { HOLD_MINUTES: '60', ...settings }, ...how }),
    accounts: (some: readonly Person[]) =>
      // The snapshot must be closed before the shop is killed: SQLite recovers a database only if nobody else has it open.
      readSnapshot(database, (reader) =>
        readAccounts(
          reader,
          some.map(({ id }) => id),
          { admin: admin.id, now: Date.now() },
        ),
      ),
  };
}

/** A session that begins now, because a person of a proof may get a role, and the sessions of people with a role end after days. */
function newSession(random: SeededRandom, customer: LoadCustomer, now: number) {
  const { token, row } = sessionOf(random, customer, now);
  return { token, row: { ...row, created_at: now, last_seen_at: now } };
}

export const mediaOf = ({ directory }: Pick<Fixture, 'directory'>): string => join(directory, 'media');

/** A PNG of noise: different each time, mostly larger than one block of the disk, and without metadata that the shop would remove. */
export function newPicture(random: SeededRandom): Promise<Buffer> {
  const raw = { width: 16 + random.below(80), height: 16 + random.below(60), channels: 3 as const };
  return sharp(random.bytes(raw.width * raw.height * 3), { raw })
    .png()
    .toBuffer();
}

export function newDrawing(random: SeededRandom): Buffer {
  const drawn = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#${random.bytes(3).toString('hex')}" d="M0 0h9v${random.below(1_000)}z"/></svg>`,
  );
  const clean = cleanSvg(drawn);
  if (!clean) throw new Error('a plain drawing is refused');
  return clean;
}
