// How much longer a large shop takes to answer than a small one: every list, count and page, on the same machine in turns.
//
//   node bench/measure-growth.ts SMALL LARGE [WORD]
//
// SMALL and LARGE are DATABASE_URLs that bench/seed-load.ts has filled, no shop open on them; WORD: only the calls whose names
// match it. Prints a line a call: the least milliseconds of nine rounds in both, and their ratio. Pages need `npm run build`.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { userSortFields } from '#contract/accounts.ts';
import { auditSortFields } from '#contract/audit.ts';
import { listingSortFields } from '#contract/catalog.ts';
import { enquirySortFields } from '#contract/enquiries.ts';
import { orderSortFields } from '#contract/orders.ts';
import { timeRanges } from '#contract/states.ts';
import { createApp } from '#server/app.ts';
import { closeShop } from '#server/assemble-shop.ts';
import { connect } from '#server/platform/database/connect.ts';
import { raiseRevision } from '#server/platform/database/revision.ts';
import { parseSettings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { type ApiClient, createInjectedClient } from '#server/testing/api-client.ts';
import { registerWebsite } from '#server/website.ts';
import { shopOver } from '../cli/shop-over.ts';
import { adminEmail } from './seed/customers.ts';
import { loadPassword } from './seed-load.ts';

const rounds = 9;

interface OpenShop {
  shop: Shop;
  app: FastifyInstance;
  client: ApiClient;
  adminToken: string;
  /** Of the customer with the most orders. */
  customerToken: string;
  /** Some piece. */
  listingId: string;
}

interface Measured {
  name: string;
  /** What is asked for; `page=middle` and `page=last` are those of its pages. */
  path: string;
  as?: 'admin' | 'customer';
  /** Nothing is kept from the time before. */
  isFirst?: boolean;
}

const pageOf = (path: string, query = '') => `${path}?pageSize=50${query}`;

function everything(): Measured[] {
  return [
    ...listsOf('admin', '/api/admin/orders', orderSortFields, ['red', 'nguyễn', 'zzzz']),
    ...['pending', 'processing', 'paid', 'delivered'].flatMap((status) => [
      admins(pageOf('/api/admin/orders', `&status=${status}`)),
      admins(pageOf('/api/admin/orders', `&status=${status}&sort=totalPrice`)),
    ]),
    ...listsOf('admin', '/api/admin/users', userSortFields, ['nguyễn', 'customer77', 'zzzz']),
    ...listsOf('admin', '/api/admin/listings', listingSortFields, ['moon', 'zzzz']),
    ...listsOf('admin', '/api/admin/audit', auditSortFields, ['status', 'zzzz']),
    ...listsOf('admin', '/api/admin/enquiries', enquirySortFields, ['frame', 'zzzz']),
    admins('/api/admin/dashboard'),
    ...timeRanges.map((range) => admins(`/api/admin/sales/${range}`)),
    admins('/api/admin/users/active'),
    admins('/api/admin/holds'),
    ...listsOf('customer', '/api/orders', ['date', 'totalPrice'], ['red']),
    { name: '/api/cart', path: '/api/cart', as: 'customer' },
    ...listsOf(undefined, '/api/listings', ['date', 'price', 'name', 'artist', 'year'], ['moon']),
    ...['/api/pieces', '/sitemap.xml'].map((path) => ({ name: path, path })),
    ...['/', '/product/:id'].flatMap((path) => [
      { name: `${path} (first look)`, path, isFirst: true },
      { name: path, path },
    ]),
  ];
}

function listsOf(as: Measured['as'], path: string, fields: readonly string[], words: string[]): Measured[] {
  const queries = [
    '',
    '&page=middle',
    '&page=last',
    ...fields.flatMap((field) => [`&sort=${field}`, `&sort=${field}&order=desc`]),
    `&sort=${fields[1]}&page=last`,
    ...words.map((word) => `&q=${encodeURIComponent(word)}`),
    ...words.slice(0, 1).map((word) => `&q=${encodeURIComponent(word)}&sort=${fields.at(-1)}`),
  ];
  const calls = [...queries.map((query) => pageOf(path, query)), path];
  return calls.map((call) => ({ name: decodeURIComponent(call), path: call, ...(as && { as }) }));
}

const admins = (path: string): Measured => ({ name: path, path, as: 'admin' });

async function openShop(url: string): Promise<OpenShop> {
  const settings = parseSettings({ ...process.env, DATABASE_URL: url, LOG_LEVEL: 'error', RATE_LIMITS: 'off' });
  const shop = shopOver(settings, await connect(settings.database));
  const app = await createApp(shop);
  await registerWebsite(app, shop);
  await app.ready();
  const buyer = await shop.database.read
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['users.email', (row) => row.fn.countAll().as('orders')])
    .groupBy('users.email')
    .orderBy('orders', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const piece = await shop.database.read.selectFrom('listings').select('id').limit(1).executeTakeFirstOrThrow();
  const client = createInjectedClient(app);
  const signIn = async (email: string) => {
    const body = { mode: 'signin', email, password: loadPassword };
    return (await client.call('authenticate', { body })).body.token;
  };
  return {
    shop,
    app,
    client,
    adminToken: await signIn(adminEmail),
    customerToken: await signIn(buyer.email),
    listingId: piece.id,
  };
}

/** Milliseconds. */
async function time(open: OpenShop, call: Measured, page: number): Promise<number> {
  const url = call.path.replace(/page=(last|middle)/, `page=${page}`).replace(':id', open.listingId);
  if (call.isFirst) await open.shop.database.write(raiseRevision);
  const begun = performance.now();
  const answer = await ask(open, call, url);
  const taken = performance.now() - begun;
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.raw}`);
  return taken;
}

/** The number behind `page=middle` and `page=last`, of pages of fifty. */
async function pageNumberOf(open: OpenShop, call: Measured): Promise<number> {
  const place = /page=(last|middle)/.exec(call.path);
  if (!place) return 1;
  const answer = await ask(open, call, call.path.replace(place[0], 'page=1'));
  const last = Math.ceil(paged.parse(answer.body).total / 50);
  return Math.max(1, place[1] === 'last' ? last : Math.floor(last / 2));
}

const paged = z.object({ total: z.number() });

function ask({ client, adminToken, customerToken }: OpenShop, { as }: Measured, path: string) {
  const token = as && { admin: adminToken, customer: customerToken }[as];
  return client.request('GET', path, { ...(token && { token }) });
}

async function compare(small: OpenShop, large: OpenShop, call: Measured): Promise<string> {
  const pages = [await pageNumberOf(small, call), await pageNumberOf(large, call)];
  const times: [number[], number[]] = [[], []];
  // In turns, so that whatever else the machine does slows both; the first of each warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, open] of [small, large].entries()) {
      const taken = await time(open, call, pages[index] ?? 1);
      if (round > 0) times[index]?.push(taken);
    }
  // What disturbs only ever makes slower.
  const [left, right] = times.map((some) => Math.min(...some));
  const figures = [left ?? 0, right ?? 0].map((milliseconds) => milliseconds.toFixed(1).padStart(8));
  return `${figures.join('')}${((right ?? 0) / (left ?? 1)).toFixed(1).padStart(7)}  ${call.name}`;
}

const [smallUrl = '', largeUrl = '', word = ''] = process.argv.slice(2);
const [small, large] = [await openShop(smallUrl), await openShop(largeUrl)];
console.log('   small   large  ratio');
for (const call of everything()) if (new RegExp(word).test(call.name)) console.log(await compare(small, large, call));
for (const { app, shop } of [small, large]) {
  await app.close();
  await closeShop(shop);
}
