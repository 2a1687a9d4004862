import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Listing } from '#contract/catalog.ts';
import { parseSettings } from '#server/settings.ts';
import { openTestShop } from '#server/testing/open-shop.ts';
import { forEachAtOnce } from '../proofs/load/at-once.ts';
import type { Figure } from '../proofs/proof.ts';
import { seedClosedShop } from './seed-load.ts';

const toWarmUp = 150;
const calls = 300;
const atOnce = 16;
const counts = { listings: 2_500, orders: 2_000, users: toWarmUp + calls + 50 };
/** Milliseconds of processor time that an order may take: checkout, confirmation, and what follows them. */
const orderLimit = 6;

/** The panel shows 25 rows on a page. Without a page the API answers up to 1,000, which measures JSON rather than the list. */
const page = 'page=1&pageSize=25';
const lists = [
  `orders?${page}`,
  `users?${page}`,
  `users?sort=isOnline&${page}`,
  'users/active',
  `listings?${page}`,
  `enquiries?${page}`,
  `audit?${page}`,
  'visits/day',
];

/**
 * Measures the processor time of an order, a cart change and the lists of the panel on SQLite, through the whole app without a socket, and
 * that of the same statements on the bare driver. Statements that write are rolled back on the bare driver, so its figures have no commit.
 */
export async function measureProcessor(directory: string): Promise<Figure[]> {
  const file = join(directory, 'processor.db');
  const databaseUrl = `file:${file}`;
  const tokens = await seedClosedShop(parseSettings({ DATABASE_URL: databaseUrl, DATA_DIR: directory }), counts);
  const before = join(directory, 'before.db');
  await copyFile(file, before);
  using recorder = recordStatements();
  await using shop = await openTestShop({ databaseUrl, directory, environment: { RATE_LIMITS: 'off' } });
  const send = async (method: 'GET' | 'POST', path: string, token: string, body?: object) => {
    // biome-ignore lint/nursery/useAwaitThenable: Fastify's chain is a thenable that Biome does not see
    const answer = await shop.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    });
    if (answer.statusCode > 201) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
    return answer;
  };
  const [admin = '', ...customers] = tokens;
  const { listings } = (await shop.call('listListings', { query: { pageSize: 200 } })).body;
  const edition = listings.find(({ status, unique }: Listing) => status === 'available' && !unique);
  const free = listings.find(({ status, unique, reserved }: Listing) => status === 'available' && unique && !reserved);
  if (!edition || !free) throw new Error('the seed has no edition or nothing that is free');

  const order = async (token: string) => {
    const items = [{ listingId: edition.id, price: edition.price }];
    const { orderDate } = (await send('POST', '/orders/checkout', token, { items })).json<{ orderDate: string }>();
    await send('POST', '/orders/confirm-payment', token, { orderDate, listingIds: [edition.id] });
  };
  const acts: [string, (token: string) => Promise<unknown>][] = [
    ['cart change', (token) => send('POST', '/cart/add', token, { listingId: free.id })],
    ...lists.map((path): [string, () => Promise<unknown>] => [
      `GET /admin/${path}`,
      () => send('GET', `/admin/${path}`, admin),
    ]),
    // Last, because the statements of the others are replayed on the file without these orders.
    ['order', order],
  ];
  const figures: Figure[] = [];
  for (const [name, act] of acts) {
    const [first = '', ...others] = customers;
    const statements = await recorder.record(() => act(first).then(() => shop.shop.mailer.settled()));
    const measured = await timeOf(
      others,
      async (token) => act(token),
      () => shop.shop.mailer.settled(),
    );
    const bare = replay(before, statements);
    figures.push({
      what: `${name}, processor time (its ${statements.length} statements on the bare driver: ${bare.toFixed(2)} ms)`,
      measured,
      unit: 'ms',
      ...(name === 'order' && { wanted: { atMost: orderLimit } }),
    });
  }
  return figures;
}

/** Milliseconds of processor time of one call, after some calls that let V8 compile the shop. */
async function timeOf(
  tokens: readonly string[],
  act: (token: string) => Promise<unknown>,
  settle: () => Promise<unknown>,
): Promise<number> {
  await forEachAtOnce(tokens.slice(0, toWarmUp), atOnce, act);
  await settle();
  const begun = process.cpuUsage();
  await forEachAtOnce(tokens.slice(toWarmUp, toWarmUp + calls), atOnce, act);
  await settle();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000 / calls;
}

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Makes better-sqlite3 note the statements that run while `record` runs. */
function recordStatements() {
  const { prepare } = BetterSqlite.prototype;
  let noted: Statement[] | null = null;
  BetterSqlite.prototype.prepare = function (this: BetterSqlite.Database, text: string) {
    const statement: BetterSqlite.Statement<unknown[]> = prepare.call(this, text);
    for (const name of ['all', 'run', 'get'] as const) {
      const run = statement[name];
      Object.assign(statement, {
        [name]: (...values: unknown[]) => {
          noted?.push({ text, values });
          // The types of the three methods differ, but each gets the values of the statement.
          return Reflect.apply(run, statement, values);
        },
      });
    }
    return statement;
  } as typeof prepare;
  return {
    async record(work: () => Promise<unknown>): Promise<Statement[]> {
      const recorded: Statement[] = [];
      noted = recorded;
      await work();
      noted = null;
      return recorded;
    },
    [Symbol.dispose]: () => {
      BetterSqlite.prototype.prepare = prepare;
    },
  };
}

const transactions = /^(?:begin|commit|rollback|savepoint|release|pragma)/;

/** Milliseconds of processor time of the statements on a connection without the shop, all in one transaction that is rolled back. */
function replay(file: string, statements: readonly Statement[]): number {
  const connection = new BetterSqlite(file);
  const prepared = statements
    .filter(({ text }) => !transactions.test(text))
    .map(({ text, values }) => {
      // Kysely passes the values as one list.
      const bound = values.flat();
      const statement = connection.prepare<unknown[]>(text);
      return () => (statement.reader ? statement.all(...bound) : statement.run(...bound));
    });
  const all = () => {
    connection.exec('begin immediate');
    for (const run of prepared) run();
    connection.exec('rollback');
  };
  for (let count = 0; count < toWarmUp; count += 1) all();
  const begun = process.cpuUsage();
  for (let count = 0; count < calls; count += 1) all();
  const { user, system } = process.cpuUsage(begun);
  connection.close();
  return (user + system) / 1_000 / calls;
}
