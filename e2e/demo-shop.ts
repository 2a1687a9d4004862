import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, signInAsOwner } from '#server/testing/shop-process.ts';
import { until } from '#server/testing/waiting.ts';

/** The environment variable in which Playwright's workers find the directory. */
const variable = 'DEMO_SHOP_DIRECTORY';
/** Milliseconds: how often the preparation checks whether the demo is complete, and after how long it gives up. */
const checks = { every: 250, patience: 180_000 };
/** The pieces of the demo with a scan. */
const scanned = ['red-river-moon', 'three-carp-falling-petals'];

/**
 * Playwright's global setup. Makes one shop with the complete demo, of which each test shop is a copy, so that the tiles of its scans are
 * made once: that takes some five seconds of processor time. Returns the teardown.
 */
export default async function prepareDemoShop(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-demo-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  process.env[variable] = directory;
  try {
    await fill(directory);
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

/** The DATA_DIR of the prepared shop. */
export function demoShopDirectory(): string {
  const directory = process.env[variable];
  if (!directory) throw new Error(`${variable} is not set: the global setup has not run`);
  return directory;
}

async function fill(directory: string): Promise<void> {
  await using shop = await openShop({ databaseUrl: `file:${directory}/shop.db`, directory, settings: { DEMO: '1' } });
  using client = createHttpClient(shop.address);
  const token = await signInAsOwner(client);
  const isComplete = async () => {
    for (const id of scanned) {
      const { scan } = (await client.call('getScan', { token, params: { id } })).body;
      if (scan?.state !== 'ready') return false;
    }
    return (await client.call('countUnfinishedPictures', { token })).body.unfinished === 0;
  };
  await until(isComplete, 'the demo was complete', checks);
  await client.call('signOut', { token });
  const code = await shop.stop();
  if (code !== 0) throw new Error(`The shop with the demo ended with ${code}:\n${shop.output()}`);
}
