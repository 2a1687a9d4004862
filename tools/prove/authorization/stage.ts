import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { sql } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import type { Person } from '#server/testing/people.ts';
import type { Run } from '../proof.ts';

/** Who may ask. `demoted` has the session from when she was an admin. */
export type Role = 'guest' | 'dead' | 'customer' | 'demoted' | 'admin';
export const roles: readonly Role[] = ['guest', 'dead', 'customer', 'demoted', 'admin'];

/** Ids that are somebody's, by what stands before them in a path. */
export interface Ids {
  listings: string;
  orders: string;
  users: string;
  enquiries: string;
}

export interface Sent {
  method: string;
  /** As it goes over the wire: nothing in between tidies it up. */
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
export interface Stage {
  /** The asking customer's own. */
  own: Ids;
  /** Of somebody who never asks. */
  foreign: Ids;
  send(sent: Sent): Promise<Answer>;
  /** A hash per table over all that the shop keeps, but who was seen when and what was tried too often. */
  state(): Promise<Map<string, string>>;
  close(): Promise<void>;
}

export async function openStage({ newDatabase, directory }: Run): Promise<Stage> {
  const open = await openTestShop({ databaseUrl: await newDatabase(), directory, environment: { RATE_LIMITS: 'off' } });
  const port = Number(new URL(await open.listen()).port);

  const [anna, noriko, admin, former] = [
    await open.customer('Anna'),
    await open.customer('Noriko'),
    await open.admin('Ada'),
    await open.admin('Otto'),
  ];
  const belongings = async (person: Person, name: string): Promise<Ids> => {
    const piece = await open.piece(name);
    const order = await open.buy(person, piece);
    await open.call('sendEnquiry', { body: { name: person.name, email: person.email, message: name } });
    const { body } = await open.call('listEnquiries', { token: admin.token, query: { q: person.name } });
    return { listings: piece.id, orders: order.id, users: person.id, enquiries: body.enquiries[0]?.id ?? 'none' };
  };
  const [own, foreign] = [await belongings(anna, 'Moon'), await belongings(noriko, 'Carp')];
  await open.call('setAdmin', { token: admin.token, params: { id: former.id }, body: { isAdmin: false } });

  // The letters of all this stay as they are written.
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
    send: ({ role, ...sent }) => exchange(port, { ...sent, token: tokens[role] }),
    state: () => hashesOf(open.shop.database.read),
    close: () => open.close(),
  };
}

type Reading = Awaited<ReturnType<typeof openTestShop>>['shop']['database']['read'];

/** Sightings are no change; every other column of every table is. */
const untold: Partial<Record<keyof Tables, readonly string[]>> = {
  users: ['last_seen_at'],
  sessions: ['last_seen_at'],
};
const tables: readonly (keyof Tables)[] = [
  'users',
  'sessions',
  'password_resets',
  'outbox',
  'pictures',
  'shop_logo',
  'listings',
  'catalog_revision',
  'holds',
  'cart_entries',
  'payments',
  'orders',
  'order_items',
  'order_events',
  'idempotency_keys',
  'invoices',
  'enquiries',
  'audit_entries',
];

async function hashesOf(reader: Reading): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(reader);
    const texts = rows.map((row) => JSON.stringify(row, (key, value) => (untold[table]?.includes(key) ? 0 : value)));
    hashes.set(table, createHash('sha256').update(texts.toSorted().join('\n')).digest('hex'));
  }
  return hashes;
}

/** Names of the tables that are not what they were. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return tables.filter((table) => before.get(table) !== after.get(table));
}

/** Node's client sends the path as it is given; `fetch` would tidy it up. */
function exchange(
  port: number,
  { method, target, token, headers, body }: Omit<Sent, 'role'> & { token: string | null },
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const outgoing = request(
    {
      port,
      host: '127.0.0.1',
      method,
      path: target,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      },
    },
    (incoming) => {
      const chunks: Buffer[] = [];
      const done = () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString('latin1'),
        });
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        // A stream of events has no end: its first words are the answer.
        if (String(incoming.headers['content-type']).startsWith('text/event-stream')) {
          done();
          incoming.destroy();
        }
      });
      incoming.on('end', done);
    },
  );
  outgoing.on('error', reject);
  outgoing.end(text);
  return promise;
}
