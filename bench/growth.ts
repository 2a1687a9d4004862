import { join } from 'node:path';
import { parseSettings } from '#server/settings.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop } from '#server/testing/shop-process.ts';
import type { Figure } from '../proofs/proof.ts';
import { residentMegabytes } from './machine.ts';
import { seedClosedShop } from './seed-load.ts';

const sizes = [
  { listings: 100, orders: 1_000 },
  { listings: 1_000, orders: 1_000 },
  { listings: 10_000, orders: 100_000 },
];

/** Measures shops of three sizes: the bytes of home, the first rendering of two pages, the start, and the idle memory. */
export async function measureGrowth(directory: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  let smallestHome = 0;
  for (const size of sizes) {
    const { openedAfter, idle, home, product } = await measureSize(directory, size);
    smallestHome ||= home.bytes;
    const shop = `${size.listings} pieces, ${size.orders} orders`;
    figures.push(
      // The limit is not exactly the smallest size, because "40 of 10000 pieces" has more digits.
      { what: `home, ${shop}`, measured: home.bytes, unit: 'bytes', wanted: { atMost: smallestHome * 1.1 } },
      { what: `home rendered anew, ${shop}`, measured: home.milliseconds, unit: 'ms' },
      { what: `product rendered anew, ${shop}`, measured: product.milliseconds, unit: 'ms' },
      { what: `open after start, ${shop}`, measured: openedAfter, unit: 'ms', wanted: { atMost: 1_000 } },
      { what: `memory idle, ${shop}`, measured: idle, unit: 'MB', wanted: { atMost: 150 } },
    );
  }
  return figures;
}

async function measureSize(directory: string, counts: { listings: number; orders: number }) {
  const databaseUrl = `file:${join(directory, `growth-${counts.listings}-${counts.orders}.db`)}`;
  const settings = parseSettings({ DATABASE_URL: databaseUrl, DATA_DIR: directory });
  await seedClosedShop(settings, { ...counts, users: Math.max(10, counts.orders / 10) });
  // The second start is measured, because Node has cached the compiled code by then.
  await (await openShop({ databaseUrl, directory })).stop();
  await using shop = await openShop({ databaseUrl, directory });
  using client = createHttpClient(shop.address);
  const { listings } = (await client.call('listListings', { query: { page: 1, pageSize: 2 } })).body;
  const firstLook = async (path: string) => {
    const { raw, milliseconds } = await client.request('GET', path, { headers: { 'accept-encoding': 'br' } });
    return { bytes: raw.length, milliseconds };
  };
  // Not measured: the first page of a process also waits until the code that renders it is compiled.
  await firstLook(`/product/${listings[1]?.id}`);
  const idle = residentMegabytes(shop.child.pid);
  const [home, product] = [await firstLook('/'), await firstLook(`/product/${listings[0]?.id}`)];
  return { openedAfter: shop.openedAfter, idle, home, product };
}
