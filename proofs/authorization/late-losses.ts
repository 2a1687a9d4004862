import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Api, api, apiBase, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isRole } from '#contract/roles.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { CallOptions } from '#server/testing/api-client.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { type OpenTestShop, openTestShop } from '#server/testing/open-shop.ts';
import { type Person, password } from '#server/testing/people.ts';
import { panel, pathsOnDisk } from '#server/testing/pictures.ts';
import type { Run } from '../proof.ts';
import { hashesOf } from './fixture.ts';

/** How many requests are kept open at a time. */
const requestsAtOnce = 75;

/** What `tryLateLosses` has found. */
export interface LateLosses {
  /** Requests whose caller lost the access before the last byte. */
  held: number;
  /** Requests whose caller lost the access in the database while their transaction waited. */
  inTransaction: number;
  violations: string[];
}

/** A way to lose access, by the calls that a person or another owner makes. */
interface Loss {
  how: string;
  /** Whether a customer can lose access this way, too. */
  ofCustomers: boolean;
  /** Whether only the calls that need a recent password are lost. */
  ofConfirmation?: true;
  lose(open: OpenTestShop, person: Person, other: Person): Promise<unknown>;
}

const losses: readonly Loss[] = [
  {
    how: 'demoted',
    ofCustomers: false,
    lose: ({ call }, { id }, { token }) => call('setRole', { token, params: { id }, body: { role: null } }),
  },
  {
    how: 'blocked',
    ofCustomers: true,
    lose: ({ call }, { id }, { token }) => call('blockUser', { token, params: { id }, body: {} }),
  },
  { how: 'signed out', ofCustomers: true, lose: ({ call }, { token }) => call('endOtherSessions', { token }) },
  {
    how: 'given another password',
    ofCustomers: true,
    async lose({ call }, { email }) {
      const { token } = (await call('authenticate', { body: { mode: 'signin', email, password } })).body;
      return call('changePassword', { token, body: { currentPassword: password, newPassword: 'another one' } });
    },
  },
  {
    how: 'deleted',
    ofCustomers: true,
    lose: ({ call }, { id }, { token }) => call('deleteUser', { token, params: { id } }),
  },
  // Last, because it ends the confirmation of the other owner, too.
  {
    how: 'no longer confirmed',
    ofCustomers: false,
    ofConfirmation: true,
    lose: async (open) => open.passTime(16 * 60_000),
  },
];

/** What the calls that upload a file read from their query. Without it they are refused before the file has arrived. */
const uploadQuery = { name: 'late.png', size: 1, modifiedAt: 1, azimuth: 10, elevation: 30 };

interface Request {
  name: EndpointName;
  row: Endpoint;
  sent: Omit<CallOptions, 'token'>;
  /** The field of the file that it uploads. */
  field?: string;
}

/**
 * Sends every call that needs a session and takes a body, except for its last byte, and takes the access away before that byte. Then sends
 * calls whose transactions wait for one that takes the access away. Each must be refused (401, 403), and nothing may be written.
 */
export async function tryLateLosses({ newDatabase, directory, size }: Run): Promise<LateLosses> {
  const found: LateLosses = { held: 0, inTransaction: 0, violations: [] };
  await using open = await openTestShop({
    databaseUrl: await newDatabase(),
    directory: `${directory}/late`,
    environment: { RATE_LIMITS: 'off' },
  });
  const address = await open.listen();
  await open.shop.mailer.close();
  const other = await open.admin('Other');
  const valid = await validRequests(open);
  for (const loss of losses) {
    const requests = endpointsWithBody(loss);
    for (let start = 0; start < requests.length; start += requestsAtOnce)
      await loseBeforeLastByte(open, address, found, {
        loss,
        other,
        requests: requests.slice(start, start + requestsAtOnce),
      });
  }
  const rounds = size === 'full' ? 5 : 1;
  for (let round = 0; round < rounds; round += 1)
    for (const loss of lossesInDatabase) await loseInTransaction(open, found, { ...loss, requests: valid });
  await tryAllowed(open, found, valid);
  return found;
}

/** Every call with a body that `loss` takes away, with a body that need not be valid: access is checked first. */
function endpointsWithBody({ ofCustomers, ofConfirmation }: Loss): Request[] {
  return Object.entries<Endpoint>(api).flatMap(([name, row]) => {
    if (row.method === 'GET' || row.access === 'public' || row.access === 'token') return [];
    if (row.access === 'customer' && !ofCustomers) return [];
    if (ofConfirmation && row.confirmed !== true) return [];
    // The names of `api` are those of its entries.
    const request: Request = { name: name as EndpointName, row, sent: { body: { isAdmin: true, name: 'Late' } } };
    // One upload has the file that it needs, and another one lacks it.
    return row.upload ? [row.upload.field, 'other'].map((field) => ({ ...request, field })) : [request];
  });
}

async function loseBeforeLastByte(
  open: OpenTestShop,
  address: string,
  found: LateLosses,
  { loss, other, requests }: { loss: Loss; other: Person; requests: readonly Request[] },
): Promise<void> {
  const people = await newPeople(open);
  const picture = filesBody('images', { name: 'late.png', bytes: await panel().png().toBuffer() });
  const lastByte = Promise.withResolvers<void>();
  let written = 0;
  using client = createHttpClient(address, {
    beforeLastByte() {
      written += 1;
      return lastByte.promise;
    },
  });
  let answered = 0;
  const answers = requests.map(async ({ row, sent, field }) => {
    const { token } = personFor(people, row);
    const upload = field !== undefined && fieldNamed(picture, field);
    const call = upload ? { ...upload, query: uploadQuery } : sent;
    const answer = await client.request(row.method, pathOf(row), { token, ...call });
    answered += 1;
    return answer;
  });
  await until(() => written === requests.length);
  // The connections are read in turns, so the headers of all of them are read when these later calls have been answered.
  for (let turn = 0; turn < 3; turn += 1) await open.call('getProfile', { token: people.customer.token });
  await pause(50);
  const tooEarly = answered;
  await loss.lose(open, people.owner, other);
  if (loss.ofCustomers) await loss.lose(open, people.customer, other);
  const before = await hashesOf(open.shop.database.read);
  lastByte.resolve();
  // On a busy machine the loss may take longer than a body may. Such a call was not held until its last byte.
  const ended = (await Promise.all(answers)).map((answer, at) => ({ ...answer, request: requests[at] }));
  const tooSlow = ended.filter(({ status }) => status === 408);
  for (const { status, failure, request } of ended)
    if (failure !== null || ![401, 403, 408].includes(status))
      found.violations.push(
        `${failure ?? status} for ${request?.name} of somebody who was ${loss.how} before its end.`,
      );
  await reportChanges(open, found, { before, who: `somebody who was ${loss.how} before the last byte` });
  const files = await pathsOnDisk(open);
  if (files.length > 0) found.violations.push(`Somebody who was ${loss.how} before the last byte stored ${files}.`);
  found.held += requests.length - tooEarly - tooSlow.length;
}

interface LossInDatabase {
  how: string;
  lose(tx: Writer, userId: string): Promise<unknown>;
}

const lossesInDatabase: readonly LossInDatabase[] = [
  { how: 'demoted', lose: (tx, id) => tx.updateTable('users').set({ role: null }).where('id', '=', id).execute() },
  { how: 'signed out', lose: (tx, id) => tx.deleteFrom('sessions').where('user_id', '=', id).execute() },
  { how: 'deleted', lose: (tx, id) => tx.deleteFrom('users').where('id', '=', id).execute() },
];

/** Makes each call while a transaction that takes the access away is not committed yet. On PostgreSQL both run at the same time. */
async function loseInTransaction(
  open: OpenTestShop,
  found: LateLosses,
  { how, lose, requests }: LossInDatabase & { requests: readonly Request[] },
): Promise<void> {
  for (const { name, row, sent } of requests) {
    if (how === 'demoted' && !isRole(row.access)) continue;
    const owner = await newOwner(open);
    const [lost, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const before = await hashesOf(open.shop.database.read, owner.id);
    const losing = open.shop.database.write(async (tx) => {
      await lose(tx, owner.id);
      lost.resolve();
      await commit.promise;
    });
    await lost.promise;
    const answering = open.request(row.method, pathOf(row, sent.params), { ...sent, token: owner.token });
    // It has read its caller by then, and waits: on SQLite before its transaction, on PostgreSQL at the end of it.
    await Promise.race([answering, pause(100)]);
    commit.resolve();
    await losing;
    const { status } = await answering;
    if (status !== 401 && status !== 403)
      found.violations.push(`${status} for ${name} of somebody who was ${how} before its transaction ended.`);
    await reportChanges(open, found, { before, who: `somebody who was ${how} meanwhile, ${name},`, userId: owner.id });
    found.inTransaction += 1;
  }
}

/** Calls that write, about people, money and settings, with bodies that are accepted from an owner. */
async function validRequests(open: OpenTestShop): Promise<Request[]> {
  const anna = await open.customer('Anna');
  const order = await open.buy(anna, await open.listing('Moon'));
  const [listing, deleted] = [await open.listing('Carp'), await open.listing('Crane')];
  const valid: Partial<Record<EndpointName, Request['sent']>> = {
    addUser: { body: { name: 'Eve', email: 'eve@example.com', password: 'long enough', role: 'owner' } },
    setRole: { params: { id: anna.id }, body: { role: 'owner' } },
    blockUser: { params: { id: anna.id }, body: { reason: 'None' } },
    unblockUser: { params: { id: anna.id } },
    updateAlertSettings: { body: { alerts: true } },
    updateTaxSettings: { body: { registered: true, abn: '51824753556' } },
    refundOrder: { params: { id: order.id }, body: { amount: 1, reason: 'A scratch' } },
    updateProduct: { params: { id: listing.id }, body: { story: 'Another one' } },
    deleteProduct: { params: { id: deleted.id } },
    updateProfile: { body: { phone: '0400 000 000' } },
    addToCart: { body: { listingId: listing.id } },
    changePassword: { body: { currentPassword: password, newPassword: 'another one' } },
    deleteOwnAccount: { body: { currentPassword: password } },
  };
  // The names of `api` are those of its entries.
  return Object.entries(valid).map(([name, sent]) => ({
    name: name as EndpointName,
    row: api[name as keyof Api],
    sent,
  }));
}

/** Makes the same calls as somebody who keeps the access: otherwise the refusals above would prove nothing. */
async function tryAllowed(open: OpenTestShop, found: LateLosses, requests: readonly Request[]): Promise<void> {
  for (const { name, row, sent } of requests) {
    const owner = await newOwner(open);
    const { status } = await open.request(row.method, pathOf(row, sent.params), { ...sent, token: owner.token });
    if (status !== 200 && status !== 201) found.violations.push(`${status} for ${name} of an owner.`);
  }
}

/** An owner and a customer, both signed in, whom no other request uses. */
async function newPeople(open: OpenTestShop): Promise<{ owner: Person; customer: Person }> {
  return { owner: await newOwner(open), customer: await open.customer(`Customer ${newId()}`) };
}

const newOwner = (open: OpenTestShop) => open.admin(`Owner ${newId()}`);

const newId = () => randomBytes(6).toString('hex');

const personFor = (people: { owner: Person; customer: Person }, { access }: Endpoint): Person =>
  isRole(access) ? people.owner : people.customer;

/** The path of an endpoint. Parameters that are not given have a value that nothing has. */
function pathOf({ path }: Endpoint, params: Record<string, string> = {}): string {
  return apiBase + path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'nothing-has-this');
}

/** The same multipart body with another name of the field. */
function fieldNamed({ body, headers }: ReturnType<typeof filesBody>, field: string): ReturnType<typeof filesBody> {
  return { headers, body: Buffer.from(body.toString('latin1').replace('name="images"', `name="${field}"`), 'latin1') };
}

/** Reports each table that differs from `before` in other rows than those of `userId`. */
async function reportChanges(
  open: OpenTestShop,
  found: LateLosses,
  { before, who, userId }: { before: ReadonlyMap<string, string>; who: string; userId?: string },
): Promise<void> {
  for (const [table, hash] of await hashesOf(open.shop.database.read, userId))
    if (before.get(table) !== hash) found.violations.push(`A call of ${who} changed ${table}.`);
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const giveUpAt = performance.now() + 20_000; !isTrue(); await pause(2))
    if (performance.now() > giveUpAt) throw new Error('The requests did not arrive');
}
