import { join } from 'node:path';
import { connect } from '#server/database/connect.ts';
import { parseSettings } from '#server/settings.ts';
import { openShop } from '../prove/shop-process.ts';
import { seedLoad } from '../seed-load.ts';
import { residentMegabytes } from './processor-time.ts';

export interface GrowthFigures {
  listings: number;
  orders: number;
  /** Milliseconds from the start of the process to its open door. */
  openedAfter: number;
  idleMegabytes: number;
  /** As it goes over the wire, brotli. */
  home: { bytes: number; firstMilliseconds: number };
  product: { bytes: number; firstMilliseconds: number };
}

/** The same shop with more in it: what a visitor loads, how long the first one after a change waits, and its start. */
export async function measureGrowth(
  directory: string,
  counts: { listings: number; orders: number },
): Promise<GrowthFigures> {
  const databaseUrl = `file:${join(directory, `growth-${counts.listings}-${counts.orders}.db`)}`;
  const settings = parseSettings({ DATABASE_URL: databaseUrl, DATA_DIR: directory });
  const database = await connect(settings.database);
  await seedLoad(database, { ...counts, users: Math.max(10, counts.orders / 10) }, Date.now());
  await database.close();
  // The second start: what Node compiled is kept by then.
  await (await openShop({ databaseUrl, directory })).stop();
  const shop = await openShop({ databaseUrl, directory });
  const { listings } = await (await fetch(`${shop.address}/api/listings?page=1&pageSize=2`)).json();
  // The first page of a process also compiles what renders it.
  await firstLook(`${shop.address}/product/${listings[1].id}`);
  const figures = {
    ...counts,
    openedAfter: shop.openedAfter,
    idleMegabytes: residentMegabytes(shop.child.pid),
    home: await firstLook(`${shop.address}/`),
    product: await firstLook(`${shop.address}/product/${listings[0].id}`),
  };
  await shop.stop();
  return figures;
}

async function firstLook(address: string): Promise<{ bytes: number; firstMilliseconds: number }> {
  const begun = performance.now();
  const response = await fetch(address, { headers: { 'Accept-Encoding': 'br' } });
  await response.arrayBuffer();
  const firstMilliseconds = performance.now() - begun;
  return { bytes: Number(response.headers.get('content-length')), firstMilliseconds };
}
