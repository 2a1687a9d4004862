import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listingStatuses, orderStatuses } from '#contract/states.ts';
import { onEachEngine, type TestShop } from '#server/testing/shop.ts';
import { checkInvariants } from '../cli/invariants.ts';
import { runProgram } from '../proofs/backup/programs.ts';
import { adminEmail } from './seed/customers.ts';
import { loadPassword, seedLoad } from './seed-load.ts';

onEachEngine('A shop with load', (shop) => {
  const clock = () => shop.shop.clock();

  it('is sound, has what was asked for, and everybody can sign in', async () => {
    const tokens = await seedLoad(shop.shop.database, { listings: 150, orders: 800, users: 120 }, clock());
    expect(await checkInvariants(shop.shop.database.read, clock())).toEqual([]);
    expect(await counts(shop)).toEqual({ listings: 150, orders: 800, users: 120 });

    const [admin = '', customer = ''] = tokens;
    expect(tokens).toHaveLength(120);
    const { body: orders } = await shop.call('listOrdersAsAdmin', { token: admin });
    expect(new Set(orders.orders.map(({ status }) => status))).toEqual(new Set(orderStatuses));
    expect(orders.orders.every(({ orderDate }) => Date.parse(orderDate) < clock())).toBe(true);
    const { body: products } = await shop.call('listListingsAsAdmin', { token: admin });
    expect(new Set(products.listings.map(({ status }) => status))).toEqual(new Set(listingStatuses));
    expect((await shop.call('getCart', { token: customer })).status).toBe(200);
    const { body: holds } = await shop.call('listHolds', { token: admin });
    expect(holds.holds.length).toBeGreaterThan(0);
    for (const email of [adminEmail, 'customer7@load.example']) {
      const signIn = await shop.call('authenticate', { body: { mode: 'signin', email, password: loadPassword } });
      expect(signIn.status).toBe(200);
    }
    shop.passTime(shop.shop.settings.holdMilliseconds);
    expect(await checkInvariants(shop.shop.database.read, clock()), 'after the holds ran out').toEqual([]);
  });

  it('is sound when it is tiny, and is not filled twice', async () => {
    const one = { listings: 1, orders: 1, users: 1 };
    await seedLoad(shop.shop.database, one, clock());
    expect(await checkInvariants(shop.shop.database.read, clock())).toEqual([]);
    await expect(seedLoad(shop.shop.database, one, clock())).rejects.toThrow('There is load in this database already');
  });
});

onEachEngine('The program that fills a shop', (shop) => {
  it('writes where the settings say, and one token a line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lacquer-load-'));
    const tokensFile = join(folder, 'tokens');
    const url = shop.engine === 'postgres' ? databaseUrl(shop) : `file:${folder}/shop.db`;
    const words = ['--listings', '10', '--orders', '30', '--users', '5', '--tokens', tokensFile];
    const { code, output } = await run(words, url);
    expect({ code, output }).toEqual({
      code: 0,
      output: `Written: 10 listings, 30 orders, 5 users.\nEverybody signs in with ${loadPassword}, the admin is ${adminEmail}.\n`,
    });
    expect((await readFile(tokensFile, 'utf8')).trim().split('\n')).toHaveLength(5);
    await rm(folder, { recursive: true });
  });

  it('refuses wrong numbers, and the file of an open shop, in one line', async () => {
    const refusal = async (orders: string) => {
      const words = ['--listings', '1', '--orders', orders, '--users', '1'];
      return (await run(words, databaseUrl(shop))).output;
    };
    expect(await refusal('1.5')).toMatch(/^node bench\/seed-load\.ts --listings N .*\n$/);
    if (shop.engine === 'sqlite')
      expect(await refusal('1')).toMatch(/^.* is in use by another process of the shop\.\n$/);
  });
});

async function counts({ shop }: TestShop) {
  const rowsIn = async (table: 'listings' | 'orders' | 'users') =>
    (await shop.database.read.selectFrom(table).select('id').execute()).length;
  return { listings: await rowsIn('listings'), orders: await rowsIn('orders'), users: await rowsIn('users') };
}

function databaseUrl({ shop }: TestShop): string {
  const { database } = shop.settings;
  return database.engine === 'sqlite' ? `file:${database.file}` : database.url;
}

const run = (words: readonly string[], databaseUrl: string) =>
  runProgram('bench/seed-load.ts', words, { databaseUrl, directory: tmpdir() });
