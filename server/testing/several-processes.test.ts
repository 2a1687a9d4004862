import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { checkBeside } from '../../tools/invariants.ts';
import { createDatabases, type Databases } from '../../tools/prove/databases.ts';
import { keeper, openShop, root, type ShopProcess } from '../../tools/prove/shop-process.ts';

// Two real processes on one PostgreSQL database, as behind a load balancer: everything goes over their ports.

const buyersCount = 100;
const connections = 8;

let directory = '';
let databaseUrl = '';
let databases: Databases | undefined;
let processes: ShopProcess[] = [];

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'tools', 'build-when-stale.ts')], { cwd: root });
  directory = await mkdtemp(join(tmpdir(), 'lacquer-processes-'));
  databases = createDatabases('postgres', directory, () => inject('postgresUrl'));
  databaseUrl = await databases.create();
  // At once: only one of them migrates, makes the admin and the key.
  processes = await Promise.all([openShop({ databaseUrl, directory }), openShop({ databaseUrl, directory })]);
}, 300_000);

afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await databases?.removeAll();
  await rm(directory, { recursive: true, force: true });
});

it('one of a hundred buyers gets the piece, no page shows anything else a moment later, and both end cleanly', {
  timeout: 180_000,
}, async () => {
  const [left, right] = processes;
  if (!left || !right) throw new Error('two processes are open');
  const admin = await signIn(left.address, { mode: 'signin', ...keeper });
  const added = await ask(right.address, 'POST', '/admin/products', admin, { name: 'Red River Moon', price: 3200 });
  const { id } = added.body.product;
  const buyers = await registerBuyers([left.address, right.address]);
  const streams = await Promise.all([left, right].map(({ address }) => followEvents(address)));

  const watch = watchPages([left.address, right.address], id);
  await watch.until((views) => views.length >= 4 * connections);
  const answers = await Promise.all(buyers.map((buyer) => buy(buyer, id)));
  const soldAt = answers.find(({ status }) => status === 200)?.at ?? Number.POSITIVE_INFINITY;
  await watch.until((views) => views.filter((view) => view.begunAt > soldAt).length >= 10 * connections);
  const views = await watch.stop();

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, message } of answers.filter((answer) => answer.status !== 200)) {
    expect(status).toBe(409);
    expect(message).toMatch(/^'Red River Moon' (is reserved by another buyer|has been sold)$/);
  }
  expect(views.filter(({ status }) => status !== 200)).toEqual([]);
  expect(views.filter(({ begunAt }) => begunAt < soldAt).some(({ showsSold }) => !showsSold)).toBe(true);
  const later = views.filter(({ begunAt }) => begunAt > soldAt);
  expect(new Set(later.map(({ page }) => page)).size, 'both pages of both processes').toBe(4);
  expect(later.filter(({ showsSold }) => !showsSold)).toEqual([]);

  // Whichever process sold it, the other one's readers heard of it, too.
  for (const stream of streams) await expect.poll(() => stream.text()).toContain(`"listingId":"${id}","state":"sold"`);
  expect(await checkBeside({ engine: 'postgres', url: databaseUrl })).toEqual([]);
  expect(await Promise.all(processes.map((process) => process.stop()))).toEqual([0, 0]);
  for (const stream of streams) await stream.ended;
});

interface Answer {
  status: number;
  /** Which of these are there, the status and the call say. */
  body: { message: string; token: string; orderDate: string; product: { id: string } };
}

async function ask(address: string, method: string, path: string, token: string, body?: object): Promise<Answer> {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function signIn(address: string, credentials: object): Promise<string> {
  const { status, body } = await ask(address, 'POST', '/auth', '', credentials);
  if (status >= 300) throw new Error(`${status} ${body.message}`);
  return body.token;
}

interface Buyer {
  address: string;
  token: string;
}

/** Half of them at each process, a few at a time: hashing passwords is meant to be slow. */
async function registerBuyers(addresses: readonly string[]): Promise<Buyer[]> {
  const waiting = Array.from({ length: buyersCount }, (_, index) => index);
  const buyers: Buyer[] = [];
  const registerSome = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const address = addresses[index % addresses.length] ?? '';
      const email = `buyer.${index}@example.com`;
      buyers.push({
        address,
        token: await signIn(address, { mode: 'register', name: `Buyer ${index}`, email, password: 'secret1' }),
      });
    }
  };
  await Promise.all([registerSome(), registerSome(), registerSome(), registerSome()]);
  return buyers;
}

/** Checkout and, where that went well, the confirmation. `at`: when the answer was there. */
async function buy({ address, token }: Buyer, id: string): Promise<{ status: number; message: string; at: number }> {
  const checkout = await ask(address, 'POST', '/orders/checkout', token, { items: [{ listingId: id, price: 3200 }] });
  const { orderDate } = checkout.body;
  const last =
    checkout.status === 200
      ? await ask(address, 'POST', '/orders/confirm-payment', token, { orderDate, listingIds: [id] })
      : checkout;
  return { status: last.status, message: last.body.message, at: performance.now() };
}

interface View {
  page: string;
  status: number;
  begunAt: number;
  showsSold: boolean;
}

/** Asks for the home page and the piece's page at every address, over and over, each connection for itself. */
function watchPages(addresses: readonly string[], id: string) {
  const pages = addresses.flatMap((address) => [`${address}/`, `${address}/product/${id}`]);
  const views: View[] = [];
  let isOver = false;
  const look = async (connection: number) => {
    for (let turn = connection; !isOver; turn += 1) {
      const page = pages[turn % pages.length] ?? '';
      const begunAt = performance.now();
      const response = await fetch(page);
      views.push({ page, status: response.status, begunAt, showsSold: showsSold(await response.text(), id) });
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

/** On the wall the piece's own card counts: the legend above says SOLD, too. */
function showsSold(html: string, id: string): boolean {
  const isHome = html.includes('class="card"');
  const card = html.split('<li class="card"').find((part) => part.includes(`/product/${id}`)) ?? '';
  const shown = isHome ? (card.split('</li>')[0] ?? '') : html;
  return />\s*SOLD\s*</.test(shown);
}

/** What the stream has said so far; `ended`: the server closed it. */
async function followEvents(address: string): Promise<{ text(): string; ended: Promise<void> }> {
  const response = await fetch(`${address}/api/events`);
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes, { stream: true });
  };
  return { text: () => text, ended: read() };
}
