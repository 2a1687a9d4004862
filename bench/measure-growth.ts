// Measures how much longer a large shop takes to answer than a small one, for every list, count and page.
//
//   node bench/measure-growth.ts SMALL LARGE [WORD]
//
// SMALL and LARGE are DATABASE_URLs that bench/seed-load.ts has filled, while no shop runs on them; WORD is a regular
// expression: only calls whose path matches are measured. Prints one line for each call: the shortest time of nine rounds in both shops
// (milliseconds), and their ratio. Pages need `npm run build`.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { api, apiBase } from '#contract/api.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { timeRanges } from '#contract/states.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import { registerWebsite } from '#server/website.ts';
import { adminEmail } from './seed/customers.ts';
import { loadPassword } from './seed-load.ts';

const rounds = 9;
const pageSize = 50;

interface Measured {
  /** In `page=middle` and `page=last` the word is replaced by that page's number, `:id` by the id of a listing. */
  path: string;
  access: Access;
  /** Whether the cached pages are made out of date before each call. */
  isFirst?: boolean;
}

/** The GET endpoints that answer JSON and need no id and no query, the home page, the page of a listing, and the sitemap. */
function everything(): Measured[] {
  const rows = Object.values<Endpoint>(api).filter(
    ({ method, path, query, reply }) =>
      method === 'GET' &&
      typeof reply !== 'string' &&
      !/:(?!period)/.test(path) &&
      (query === undefined || query.safeParse({}).success),
  );
  const calls = rows.flatMap(({ path, access, query }) => {
    const queries = query ? queriesOf(query) : [''];
    const paths = path.includes(':period') ? timeRanges.map((range) => path.replace(':period', range)) : [path];
    return paths.flatMap((one) => queries.map((words): Measured => ({ path: apiBase + one + words, access })));
  });
  const pages = ['/', '/product/:id'].flatMap((path): Measured[] => [
    { path, access: 'public', isFirst: true },
    { path, access: 'public' },
  ]);
  return [...calls, ...pages, { path: '/sitemap.xml', access: 'public' }];
}

const listQuery = z.object({
  properties: z.object({
    sort: z.object({ enum: z.array(z.string()) }).optional(),
    status: z.object({ enum: z.array(z.string()) }).default({ enum: [] }),
  }),
});

/**
 * The query strings that are measured for a list: none; its first, middle and last page; every order; words in many rows and in none;
 * every status. Only the empty one for an endpoint without an order.
 */
function queriesOf(query: z.ZodType): string[] {
  const { sort, status } = listQuery.parse(z.toJSONSchema(query, { io: 'input' })).properties;
  if (!sort) return [''];
  const page = `?pageSize=${pageSize}`;
  const ordered = sort.enum.flatMap((field) => [`&sort=${field}`, `&sort=${field}&order=desc`]);
  const narrowed = ['red', 'nguyễn', 'zzzz'].map((word) => `&q=${encodeURIComponent(word)}`);
  const all = [
    '',
    '&page=middle',
    '&page=last',
    ...ordered,
    ...narrowed,
    ...status.enum.map((one) => `&status=${one}`),
  ];
  return ['', ...all.map((words) => page + words)];
}

type LoadedShop = Awaited<ReturnType<typeof openLoadedShop>>;

/** Opens the shop, and signs in an owner and the customer who has the most orders. */
async function openLoadedShop(databaseUrl: string) {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-growth-'));
  const environment = { RATE_LIMITS: 'off' };
  const open = await openTestShop({ databaseUrl, directory, environment, addRoutes: registerWebsite });
  const { read } = open.shop.database;
  const { id } = await read.selectFrom('listings').select('id').executeTakeFirstOrThrow();
  const buyer = await read
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['users.email', (row) => row.fn.countAll().as('orders')])
    .groupBy('users.email')
    .orderBy('orders', 'desc')
    .executeTakeFirstOrThrow();
  const signIn = async (email: string) =>
    (await open.call('authenticate', { body: { mode: 'signin', email, password: loadPassword } })).body.token;
  const [owner, customer] = [await signIn(adminEmail), await signIn(buyer.email)];
  const tokens: Record<Access, string | null> = {
    public: null,
    token: customer,
    customer,
    viewer: owner,
    staff: owner,
    owner,
  };
  return { ...open, tokens, listingId: id };
}

async function ask(shop: LoadedShop, { access }: Measured, path: string) {
  const answer = await shop.request('GET', path, { token: shop.tokens[access] });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.raw}`);
  return answer;
}

/** The path with its placeholders filled in for this shop. */
async function pathIn(shop: LoadedShop, call: Measured): Promise<string> {
  const [, place] = /page=(last|middle)/.exec(call.path) ?? [];
  if (!place) return call.path.replace(':id', shop.listingId);
  const { total } = z.object({ total: z.number() }).parse((await ask(shop, call, call.path.replace(place, '1'))).body);
  const last = Math.max(1, Math.ceil(total / pageSize));
  return call.path.replace(place, String(place === 'last' ? last : Math.ceil(last / 2)));
}

async function compare(shops: readonly LoadedShop[], call: Measured): Promise<string> {
  const least = shops.map(() => Number.POSITIVE_INFINITY);
  const paths = await Promise.all(shops.map((shop) => pathIn(shop, call)));
  // The calls alternate, so that other work of the machine slows both shops. The first round only warms up. The shortest time counts,
  // because a disturbance can only make a call slower.
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, shop] of shops.entries()) {
      if (call.isFirst) await shop.shop.database.write(async (tx) => tx.raiseRevision());
      const begun = performance.now();
      await ask(shop, call, paths[index] ?? '');
      if (round > 0) least[index] = Math.min(least[index] ?? 0, performance.now() - begun);
    }
  const [small = 0, large = 0] = least;
  const figures = [small, large, large / small].map((figure) => figure.toFixed(1).padStart(8));
  return `${figures.join('')}  ${decodeURIComponent(call.path)}${call.isFirst ? ' (first look)' : ''}`;
}

const [smallUrl = '', largeUrl = '', word = ''] = process.argv.slice(2);
await using small = await openLoadedShop(smallUrl);
await using large = await openLoadedShop(largeUrl);
console.log('   small   large   ratio');
for (const call of everything()) if (new RegExp(word).test(call.path)) console.log(await compare([small, large], call));
