import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader } from '#server/platform/database/database.ts';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import { tableNames } from '#server/testing/databases.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openTestShop, type TestShop } from '#server/testing/open-shop.ts';
import type { Person } from '#server/testing/people.ts';
import type { Run } from '../proof.ts';
import type { Sender } from './calls.ts';

/** The ids of one person's things, by the path segment that stands before the id (`orders`, `alerts` …). */
export type Ids = Awaited<ReturnType<typeof makeThings>>;

export interface Sent {
  method: string;
  /** Path and query, sent unchanged. */
  target: string;
  sender: Sender;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A shop with two customers who own things, called over a real socket. */
export interface AuthorizationFixture extends AsyncDisposable {
  /** Things of the customer who sends requests. */
  own: Ids;
  /** Things of a customer who never sends a request. */
  foreign: Ids;
  /** Sends a request. Returns null if there is no answer, which is a violation. */
  send(sent: Sent): Promise<ApiAnswer | null>;
  /** The number of requests that were answered. */
  calls: number;
  violations: string[];
  /** Runs `act`. Each table that it changes is a violation, except for what any call may change (`hashesOf`). */
  withoutChange(what: string, act: () => Promise<void>): Promise<void>;
}

export async function openFixture({ newDatabase, directory }: Run): Promise<AuthorizationFixture> {
  const open = await openTestShop({ databaseUrl: await newDatabase(), directory, environment: { RATE_LIMITS: 'off' } });
  const client = createHttpClient(await open.listen());
  const { database, mailer } = open.shop;
  const anna = await open.customer('Anna');
  const noriko = await open.customer('Noriko');
  const owner = await open.admin('Ada');
  const former = await open.admin('Otto');
  const viewer = await open.admin('Vera');
  const staff = await open.admin('Stan', 'staff');
  const unconfirmed = await open.admin('Ute');
  await open.call('updateTaxSettings', { token: owner.token, body: { registered: true, abn: '51824753556' } });
  await open.call('updateAlertSettings', { token: owner.token, body: { alerts: true } });
  const [own, foreign] = [await makeThings(open, owner, anna, 'Moon'), await makeThings(open, owner, noriko, 'Carp')];
  await database.write((tx) =>
    tx
      .updateTable('sessions')
      .set({ confirmed_at: Date.now() - 16 * 60_000 })
      .where('user_id', '=', unconfirmed.id)
      .execute(),
  );
  await open.call('setAdmin', { token: owner.token, params: { id: former.id }, body: { isAdmin: false } });
  await open.call('setRole', { token: owner.token, params: { id: viewer.id }, body: { role: 'viewer' } });
  // The mailer must not send the emails of these calls later, because that would change a table.
  await mailer.close();
  const dead = { token: 'a-token-that-never-existed' };
  const senders: Record<Sender, { token: string } | null> = {
    guest: null,
    dead,
    customer: anna,
    demoted: former,
    viewer,
    staff,
    unconfirmed,
    owner,
  };
  const fixture: AuthorizationFixture = {
    own,
    foreign,
    calls: 0,
    violations: [],
    async send({ sender, method, target, ...sent }) {
      const answer = await client.request(method, target, { ...sent, token: senders[sender]?.token ?? null });
      if (answer.failure === null) fixture.calls += 1;
      else fixture.violations.push(`No answer to ${method} ${target} as ${sender}: ${answer.failure}`);
      return answer.failure === null ? answer : null;
    },
    async withoutChange(what, act) {
      const before = await hashesOf(database.read);
      await act();
      for (const [table, hash] of await hashesOf(database.read))
        if (before.get(table) !== hash) fixture.violations.push(`${what} changed ${table}.`);
    },
    async [Symbol.asyncDispose]() {
      client.close();
      await open.close();
    },
  };
  return fixture;
}

/** Creates one thing of each kind that can belong to a person, and returns their ids. */
async function makeThings(open: TestShop, owner: Person, person: Person, name: string) {
  const piece = await open.listing(name);
  const made = { kind: 'made', text: 'Made in Hưng Yên' } as const;
  const ofPiece = { token: owner.token, params: { id: piece.id } };
  const provenance = (await open.call('addProvenance', { ...ofPiece, body: made })).body.entry.id;
  const order = await open.buy(person, piece);
  // The refund creates an adjustment note.
  const body = { amount: 1, reason: 'A scratch' };
  await open.call('refundOrder', { token: owner.token, params: { id: order.id }, body });
  await open.call('sendEnquiry', { body: { name: person.name, email: person.email, message: name } });
  const found = await open.call('listEnquiries', { token: owner.token, query: { q: person.name } });
  const enquiries = idOfFirst(found.body.enquiries, 'enquiry');
  const wish = { listingIds: [piece.id], reason: 'Too dark' };
  const ofOrder = { token: person.token, params: { id: order.id } };
  const returns = (await open.call('requestReturn', { ...ofOrder, body: wish })).body.return.id;
  const alerts = await askForAlert(open, person, piece.id);
  const issued = await open.call('issueCertificate', { token: owner.token, body: { listingId: piece.id } });
  return {
    listings: piece.id,
    orders: order.id,
    users: person.id,
    enquiries,
    returns,
    alerts,
    provenance,
    certificates: issued.body.certificate.number,
    'condition-reports': await issueReport(open, owner, piece.id),
  };
}

async function issueReport({ call }: TestShop, { token }: Person, listingId: string): Promise<string> {
  const body = { examinedOn: '2026-01-05', examiner: 'Ada', state: 'good', surface: 'Sound' } as const;
  const { id, version } = (await call('addConditionReport', { token, params: { id: listingId }, body })).body.report;
  await call('issueConditionReport', { token, params: { id }, body: { version } });
  return id;
}

/** Adds an alert and returns its id. Confirms the person's email address first, because alerts require it. */
async function askForAlert({ call, shop }: TestShop, { id, token }: Person, listingId: string): Promise<string> {
  await shop.database.write((tx) =>
    tx.updateTable('users').set({ email_confirmed_at: shop.clock() }).where('id', '=', id).execute(),
  );
  await call('addAlert', { token, body: { listingId } });
  return idOfFirst((await call('listAlerts', { token })).body.alerts, 'alert');
}

function idOfFirst(found: readonly { id: string }[], what: string): string {
  const [first] = found;
  if (!first) throw new Error(`The ${what} was not stored`);
  return first.id;
}

/**
 * A hash for each table, without the times of last use and the counted failures, which any call may change, and without the account and
 * the sessions of `userId`.
 */
export async function hashesOf(reader: Reader, userId = ''): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const table of await tableNames(reader)) {
    if (table === 'sign_in_failures') continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(reader);
    const kept = rows.filter((row) => userId === '' || (row.id !== userId && row.user_id !== userId));
    const texts = kept.map((row) => JSON.stringify({ ...row, last_seen_at: 0 }));
    hashes.set(table, createHash('sha256').update(texts.toSorted().join('\n')).digest('hex'));
  }
  return hashes;
}
