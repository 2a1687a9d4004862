import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { tableNames } from '#server/testing/databases.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import type { Person } from '#server/testing/people.ts';
import type { Run } from '../proof.ts';

/** Who sends the request. `demoted` has the session from when she was an admin. */
export type Role = 'guest' | 'dead' | 'customer' | 'demoted' | 'admin';
export const roles: readonly Role[] = ['guest', 'dead', 'customer', 'demoted', 'admin'];

/** Ids of one person's things, by what precedes them in a path. */
export interface Ids {
  listings: string;
  orders: string;
  users: string;
  enquiries: string;
}

export interface Sent {
  method: string;
  /** As it goes over the wire: nothing in between normalises it. */
  target: string;
  role: Role;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** A shop with things in it, over a real socket, which leaves a path as it is written. */
export interface AuthorizationFixture {
  /** The asking customer's own. */
  own: Ids;
  /** Of a customer who never sends a request. */
  foreign: Ids;
  send(sent: Sent): Promise<Answer>;
  /** A hash per table over everything the shop stores, except for sightings and counted attempts. */
  state(): Promise<Map<string, string>>;
  close(): Promise<void>;
}

export async function openFixture({ newDatabase, directory }: Run): Promise<AuthorizationFixture> {
  const open = await openTestShop({ databaseUrl: await newDatabase(), directory, environment: { RATE_LIMITS: 'off' } });
  const client = createHttpClient(await open.listen());

  const [anna, noriko, admin, former] = [
    await open.customer('Anna'),
    await open.customer('Noriko'),
    await open.admin('Ada'),
    await open.admin('Otto'),
  ];
  const idsOf = async (person: Person, name: string): Promise<Ids> => {
    const piece = await open.piece(name);
    const order = await open.buy(person, piece);
    await open.call('sendEnquiry', { body: { name: person.name, email: person.email, message: name } });
    const { body } = await open.call('listEnquiries', { token: admin.token, query: { q: person.name } });
    return { listings: piece.id, orders: order.id, users: person.id, enquiries: body.enquiries[0]?.id ?? 'none' };
  };
  const [own, foreign] = [await idsOf(anna, 'Moon'), await idsOf(noriko, 'Carp')];
  await open.call('setAdmin', { token: admin.token, params: { id: former.id }, body: { isAdmin: false } });

  // The mails of all this stay unsent.
  await open.shop.mailer.close();
  const tokens: Record<Role, string | null> = {
    guest: null,
    dead: 'a-token-that-never-lived',
    customer: anna.token,
    demoted: former.token,
    admin: admin.token,
  };
  return {
    own,
    foreign,
    async send({ role, method, target, ...sent }) {
      const { status, headers, raw, failure } = await client.request(method, target, { ...sent, token: tokens[role] });
      if (failure !== null) throw new Error(`${method} ${target}: ${failure}`);
      return { status, headers, body: raw.toString('latin1') };
    },
    state: () => hashesOf(open.shop.database.read),
    async close() {
      client.close();
      await open.close();
    },
  };
}

type Reading = Awaited<ReturnType<typeof openTestShop>>['shop']['database']['read'];

/** Sightings are no change; every other column of every table is. */
const ignored: Readonly<Record<string, readonly string[]>> = {
  users: ['last_seen_at'],
  sessions: ['last_seen_at'],
};
async function hashesOf(reader: Reading): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const table of await tableNames(reader)) {
    // Attempts are counted, whoever makes them.
    if (table === 'sign_in_failures') continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(reader);
    const texts = rows.map((row) => JSON.stringify(row, (key, value) => (ignored[table]?.includes(key) ? 0 : value)));
    hashes.set(table, createHash('sha256').update(texts.toSorted().join('\n')).digest('hex'));
  }
  return hashes;
}

/** Names of the tables that are not what they were. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...before.keys()].filter((table) => before.get(table) !== after.get(table));
}
