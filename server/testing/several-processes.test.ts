import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabases, type Databases } from '#server/testing/databases.ts';
import { openShop, root, type ShopProcess, signInAsOwner } from '#server/testing/shop-process.ts';
import { checkDatabase } from '../../cli/invariants.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { postgresUrl } from './postgres-url.ts';

// Two real processes on one PostgreSQL database, as behind a load balancer. All requests go over their ports.

const buyersCount = 100;
const connections = 8;

let directory = '';
let databaseUrl = '';
let databases: Databases | undefined;
let processes: ShopProcess[] = [];

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build-when-stale.ts')], { cwd: root });
  directory = await mkdtemp(join(tmpdir(), 'lacquer-processes-'));
  databases = createDatabases('postgres', directory, postgresUrl);
  databaseUrl = await databases.create();
  // Both start at once; only one of them may migrate and create the admin and the key.
  processes = await Promise.all([openShop({ databaseUrl, directory }), openShop({ databaseUrl, directory })]);
}, 300_000);

afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await databases?.removeAll();
  await rm(directory, { recursive: true, force: true });
});

it('a session of one process is valid at the other, and no longer after its sign-out at the first', async () => {
  const [here, there] = processes.map(({ address }) => createHttpClient(address));
  if (!here || !there) throw new Error('fewer than two processes are open');
  const token = await signInAsOwner(here);
  expect((await there.call('getCart', { token })).status).toBe(200);
  expect((await here.call('signOut', { token })).status).toBe(200);
  expect((await there.call('getCart', { token })).status).toBe(401);
  for (const client of [here, there]) client.close();
});

it('one of a hundred buyers gets the listing, every later page shows it as sold, and both processes exit with 0', {
  timeout: 180_000,
}, async () => {
  const [left, right] = processes;
  if (!left || !right) throw new Error('fewer than two processes are open');
  const clients = [left, right].map(({ address }) => createHttpClient(address));
  const [one, other] = clients;
  if (!one || !other) throw new Error('fewer than two clients');
  const token = await signInAsOwner(one);
  const added = await other.call('addProduct', { token, body: { name: 'Red River Moon', price: 3200 } });
  const { id } = added.body.product;
  const buyers = await registerBuyers(clients);
  const streams = await Promise.all([left, right].map(({ address }) => followEvents(address)));

  const watch = watchPages([left.address, right.address], id);
  await watch.until((views) => views.length >= 4 * connections);
  const answers = await Promise.all(buyers.map((buyer) => buy(buyer, id)));
  const soldAt = answers.find(({ status }) => status === 200)?.at ?? Number.POSITIVE_INFINITY;
  await watch.until((views) => views.filter((view) => view.startedAt > soldAt).length >= 10 * connections);
  const views = await watch.stop();

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, message } of answers.filter((answer) => answer.status !== 200)) {
    expect(status).toBe(409);
    expect(message).toMatch(/^'Red River Moon' (is reserved by another buyer|has been sold)$/);
  }
  expect(views.filter(({ status }) => status !== 200)).toEqual([]);
  expect(views.filter(({ startedAt }) => startedAt < soldAt).some(({ showsSold }) => !showsSold)).toBe(true);
  const later = views.filter(({ startedAt }) => startedAt > soldAt);
  expect(new Set(later.map(({ page }) => page)).size, 'both pages of both processes').toBe(4);
  expect(later.filter(({ showsSold }) => !showsSold)).toEqual([]);

  // Readers of both processes receive the event, whichever process sold the listing.
  for (const stream of streams) await expect.poll(() => stream.text()).toContain(`"listingId":"${id}","state":"sold"`);
  expect(await checkDatabase({ engine: 'postgres', url: databaseUrl })).toEqual([]);
  expect(await Promise.all(processes.map((process) => process.stop()))).toEqual([0, 0]);
  for (const stream of streams) await stream.ended;
});

interface Buyer {
  client: HttpClient;
  token: string;
}

/** Registers half of the buyers at each process, four at a time, because hashing passwords is slow. */
async function registerBuyers(clients: readonly HttpClient[]): Promise<Buyer[]> {
  const waiting = Array.from({ length: buyersCount }, (_, index) => index);
  const buyers: Buyer[] = [];
  const registerSome = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const client = clients[index % clients.length];
      if (!client) throw new Error('there is no client');
      const email = `buyer.${index}@example.com`;
      const body = { mode: 'register', name: `Buyer ${index}`, email, password: 'secret1' };
      buyers.push({ client, token: (await client.call('authenticate', { body })).body.token });
    }
  };
  await Promise.all([registerSome(), registerSome(), registerSome(), registerSome()]);
  return buyers;
}

/** Checks out and, if that succeeds, confirms the payment. `at` is the time of the last response. */
async function buy({ client, token }: Buyer, id: string): Promise<{ status: number; message: string; at: number }> {
  const items = [{ listingId: id, price: 3200 }];
  const checkout = await client.call('createCheckout', { token, body: { items } });
  const body = { orderDate: checkout.body.orderDate, listingIds: [id] };
  const last = checkout.status === 200 ? await client.call('confirmPayment', { token, body }) : checkout;
  return { status: last.status, message: last.body.message, at: performance.now() };
}

interface View {
  page: string;
  status: number;
  startedAt: number;
  showsSold: boolean;
}

/** Requests the home page and the listing's page of every process repeatedly, on several connections. */
function watchPages(addresses: readonly string[], id: string) {
  const pages = addresses.flatMap((address) => [`${address}/`, `${address}/product/${id}`]);
  const views: View[] = [];
  let isOver = false;
  const look = async (connection: number) => {
    for (let turn = connection; !isOver; turn += 1) {
      const page = pages[turn % pages.length] ?? '';
      const startedAt = performance.now();
      const response = await fetch(page);
      views.push({ page, status: response.status, startedAt, showsSold: showsSold(await response.text(), id) });
    }
  };
  const looking = Array.from({ length: connections }, (_, connection) => look(connection));
  return {
    until: (enough: (views: readonly View[]) => boolean) =>
      expect.poll(() => enough(views), { timeout: 30_000, interval: 20 }).toBe(true),
    async stop() {
      isOver = true;
      await Promise.all(looking);
      return views;
    },
  };
}

/** Whether a page shows the listing as sold. On the home page only the listing's own card is searched. */
function showsSold(html: string, id: string): boolean {
  const isHome = html.includes('class="card"');
  const card = html.split('<li class="card"').find((part) => part.includes(`/product/${id}`)) ?? '';
  const shown = isHome ? (card.split('</li>')[0] ?? '') : html;
  return />\s*SOLD\s*</.test(shown);
}

/** `text` returns what the event stream has sent so far; `ended` resolves when the server closes it. */
async function followEvents(address: string): Promise<{ text(): string; ended: Promise<void> }> {
  const response = await fetch(`${address}/api/events`);
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes, { stream: true });
  };
  return { text: () => text, ended: read() };
}
