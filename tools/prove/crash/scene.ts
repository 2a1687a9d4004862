import { join } from 'node:path';
import sharp from 'sharp';
import { createPasswordHasher } from '#server/accounts/accounts.ts';
import { readBeside } from '#server/database/beside.ts';
import { connect } from '#server/database/connect.ts';
import { createSeeded, type Seeded } from '#server/demo/seeded.ts';
import { cleanSvg } from '#server/media/svg/clean-svg.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import { loadCustomers, sessionOf } from '../../load/customers.ts';
import { listingOf, loadPieces } from '../../load/pieces.ts';
import { insertAll } from '../../load/rows.ts';
import { openShop, type ShopProcess, type ShopProcessOptions } from '../shop-process.ts';
import type { Person, Piece } from './acts.ts';
import { type Belongings, lookAt } from './belongings.ts';

/** A shop's database with people who are signed in, and pieces to buy. */
export interface Scene {
  random: Seeded;
  database: Settings['database'];
  directory: string;
  /** The only admin. */
  admin: Person;
  people: readonly Person[];
  pieces: readonly Piece[];
  open(options?: OpenOptions): Promise<ShopProcess>;
  look(people: readonly Person[]): Promise<Belongings[]>;
}

export type OpenOptions = Pick<ShopProcessOptions, 'nodeOptions' | 'killedAfter'>;

export interface SceneOptions {
  databaseUrl: string;
  /** DATA_DIR */
  directory: string;
  seed: number;
  people: number;
  pieces: number;
  /** What everybody's password hashes to, where it is not to be made. */
  passwordHash?: string;
}

const password = 'behind seven locks';

export const hashOfPassword = (seed: number): Promise<string> =>
  createPasswordHasher({ randomBytes: createSeeded(seed).bytes }).hash(password);

/** Written before the shop opens: it would hash a password for each of them. */
export async function setScene(options: SceneOptions): Promise<Scene> {
  const { databaseUrl, directory, seed } = options;
  const random = createSeeded(seed);
  const { database } = parseSettings({ DATABASE_URL: databaseUrl });
  const hash = options.passwordHash ?? (await hashOfPassword(seed));
  const customers = loadCustomers(random, options.people + 1, hash, Date.now());
  const invited = customers.map((customer) => ({ customer, session: sessionOf(random, customer) }));
  const offered = loadPieces(random, options.pieces, Date.now());
  const connection = await connect(database);
  try {
    await insertAll(connection, invited, ({ customer, session }) => ({
      users: [customer.row],
      sessions: [session.row],
    }));
    await insertAll(connection, offered, (piece) => ({ listings: [listingOf({ ...piece, status: 'available' })] }));
  } finally {
    await connection.close();
  }
  const [admin, ...people] = invited.map(
    ({ customer, session }): Person => ({ ...customer.row, token: session.token, password }),
  );
  if (!admin) throw new Error('nobody is there');
  return {
    random,
    database,
    directory,
    admin,
    people,
    pieces: offered,
    open: (how = {}) => openShop({ databaseUrl, directory, settings: { HOLD_MINUTES: '60' }, ...how }),
    look: (some) =>
      // Closed before the shop is killed: SQLite recovers only what nobody has open.
      readBeside(database, (reader) => {
        const ids = some.map(({ id }) => id);
        return lookAt(reader, ids, { shopkeeper: admin.id, now: Date.now() });
      }),
  };
}

export const mediaOf = ({ directory }: Pick<Scene, 'directory'>): string => join(directory, 'media');

/** Small, and without anything that the shop takes out. */
export function newPicture(random: Seeded): Promise<Buffer> {
  const raw = { width: 8 + random.below(40), height: 8 + random.below(40), channels: 3 as const };
  return sharp(random.bytes(raw.width * raw.height * 3), { raw })
    .png()
    .toBuffer();
}

export function newDrawing(random: Seeded): Buffer {
  const drawn = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#${random.bytes(3).toString('hex')}" d="M0 0h9v${random.below(1_000)}z"/></svg>`,
  );
  const clean = cleanSvg(drawn);
  if (!clean) throw new Error('a plain drawing is refused');
  return clean;
}
