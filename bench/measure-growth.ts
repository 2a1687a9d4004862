// How much longer a large shop takes to answer than a small one: every list, count and page, on the same machine in turns.
//
//   node bench/measure-growth.ts SMALL LARGE [WORD]
//
// SMALL and LARGE are DATABASE_URLs that bench/seed-load.ts has filled, no shop open on them; WORD: only the calls whose names
// match it. Prints a line a call: the least milliseconds of nine rounds in both, and their ratio. Pages need `npm run build`.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { userSortFields } from '#contract/accounts.ts';
import { auditSortFields } from '#contract/audit.ts';
import { listingSortFields } from '#contract/catalog.ts';
import { enquirySortFields } from '#contract/enquiries.ts';
import { orderSortFields } from '#contract/orders.ts';
import { timeRanges } from '#contract/states.ts';
import { type OpenTestShop, openTestShop } from '#server/testing/open-shop.ts';
import { registerWebsite } from '#server/website.ts';
import { adminEmail } from './seed/customers.ts';
import { loadPassword } from './seed-load.ts';

const rounds = 9;

interface LoadedShop {
  open: OpenTestShop;
  /** Tokens; `customer` has the most orders. */
  admin: string;
  customer: string;
  /** Some listing. */
  listingId: string;
}

interface Measured {
  name: string;
  /** What is asked for; `page=middle` and `page=last` are those of its pages. */
  path: string;
  as?: 'admin' | 'customer';
  /** Before each call the cached pages become out of date. */
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

async function openLoadedShop(databaseUrl: string): Promise<LoadedShop> {
  const open = await openTestShop({
    databaseUrl,
    directory: await mkdtemp(join(tmpdir(), 'lacquer-growth-')),
    environment: { RATE_LIMITS: 'off' },
    addRoutes: registerWebsite,
  });
  const { read } = open.shop.database;
  const buyer = await read
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['users.email', (row) => row.fn.countAll().as('orders')])
    .groupBy('users.email')
    .orderBy('orders', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const piece = await read.selectFrom('listings').select('id').limit(1).executeTakeFirstOrThrow();
  const signIn = async (email: string) => {
    const body = { mode: 'signin', email, password: loadPassword };
    return (await open.call('authenticate', { body })).body.token;
  };
  return { open, admin: await signIn(adminEmail), customer: await signIn(buyer.email), listingId: piece.id };
}

/** Milliseconds. */
async function time(shop: LoadedShop, call: Measured, page: number): Promise<number> {
  const url = call.path.replace(/page=(last|middle)/, `page=${page}`).replace(':id', shop.listingId);
  if (call.isFirst) await shop.open.shop.database.write(async (tx) => tx.raiseRevision());
  const begun = performance.now();
  const answer = await ask(shop, call, url);
  const taken = performance.now() - begun;
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.raw}`);
  return taken;
}

/** The number behind `page=middle` and `page=last`, of pages of fifty. */
async function pageNumberOf(shop: LoadedShop, call: Measured): Promise<number> {
  const place = /page=(last|middle)/.exec(call.path);
  if (!place) return 1;
  const answer = await ask(shop, call, call.path.replace(place[0], 'page=1'));
  const last = Math.ceil(paged.parse(answer.body).total / 50);
  return Math.max(1, place[1] === 'last' ? last : Math.floor(last / 2));
}

const paged = z.object({ total: z.number() });

function ask(shop: LoadedShop, { as }: Measured, path: string) {
  return shop.open.request('GET', path, { ...(as && { token: shop[as] }) });
}

async function compare(small: LoadedShop, large: LoadedShop, call: Measured): Promise<string> {
  const pages = [await pageNumberOf(small, call), await pageNumberOf(large, call)];
  const times: [number[], number[]] = [[], []];
  // In turns, so that whatever else the machine does slows both; the first of each warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, shop] of [small, large].entries()) {
      const taken = await time(shop, call, pages[index] ?? 1);
      if (round > 0) times[index]?.push(taken);
    }
  // What disturbs only ever makes slower.
  const [left, right] = times.map((some) => Math.min(...some));
  const figures = [left ?? 0, right ?? 0].map((milliseconds) => milliseconds.toFixed(1).padStart(8));
  return `${figures.join('')}${((right ?? 0) / (left ?? 1)).toFixed(1).padStart(7)}  ${call.name}`;
}

const [smallUrl = '', largeUrl = '', word = ''] = process.argv.slice(2);
const [small, large] = [await openLoadedShop(smallUrl), await openLoadedShop(largeUrl)];
console.log('   small   large  ratio');
for (const call of everything()) if (new RegExp(word).test(call.name)) console.log(await compare(small, large, call));
for (const { open } of [small, large]) await open.close();
