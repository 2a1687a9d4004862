import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, root, signInAsOwner } from '#server/testing/shop-process.ts';
import { becomesTrue } from '#server/testing/waiting.ts';
import prepareDemoMedia, { demoMediaDirectory } from './demo-media.ts';

const cache = join(root, 'node_modules', '.cache');
const prefix = 'demo-shop-';
/** The environment variable in which Playwright's workers find the directory. */
const variable = 'DEMO_SHOP_DIRECTORY';
/** How often, in milliseconds, the preparation checks whether the demo is complete, and after how long it gives up. */
const pollInterval = 250;
const longestWait = 180_000;

/** The pieces of the demo with a scan, and those with photographs under several lights. */
const scanned = ['red-river-moon', 'three-carp-falling-petals'];
const lit = ['red-river-moon', 'three-carp-falling-petals', 'dry-garden'];

/**
 * Playwright's global setup. Prepares the data of the demo shop once; each test shop starts from a copy, because preparing it is slow:
 * the tiles of the scans alone take some ten seconds of processor time. It is prepared again each day, because the dates of the demo's
 * orders are counted back from today, and after each change of the server.
 */
export default async function prepareDemoShop(): Promise<void> {
  await prepareDemoMedia();
  const prepared = join(cache, `${prefix}${await fingerprint()}`);
  process.env[variable] = prepared;
  if (existsSync(prepared)) return;
  await removeOlder(prepared);
  const directory = await mkdtemp(`${prepared}-`);
  await cp(await demoMediaDirectory(), join(directory, 'media'), { recursive: true });
  await using shop = await openShop({ databaseUrl: `file:${directory}/shop.db`, directory, settings: { DEMO: '1' } });
  using client = createHttpClient(shop.address);
  const token = await signInAsOwner(client);
  const isComplete = async () => {
    for (const id of lit) {
      const { lights } = (await client.call('getLights', { token, params: { id } })).body;
      if (lights.photographs.length === 0) return false;
    }
    for (const id of scanned) {
      const { scan } = (await client.call('getScan', { token, params: { id } })).body;
      if (scan?.state !== 'ready') return false;
    }
    return (await client.call('countUnfinishedPictures', { token })).body.unfinished === 0;
  };
  if (!(await becomesTrue(isComplete, { patience: longestWait, every: pollInterval })))
    throw new Error(`The demo is not complete:\n${shop.output()}`);
  await client.call('signOut', { token });
  const code = await shop.stop();
  if (code !== 0) throw new Error(`The shop with the demo ended with ${code}:\n${shop.output()}`);
  // Another run may have been faster.
  if (existsSync(prepared)) await rm(directory, { recursive: true });
  else await rename(directory, prepared);
}

/** The DATA_DIR of the prepared shop. */
export function demoShopDirectory(): string {
  const directory = process.env[variable];
  if (!directory) throw new Error(`${variable} is not set: the global setup has not run`);
  return directory;
}

/** A hash of the day, in UTC, and of the files of contract/ and server/. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const folder of ['contract', 'server']) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    for (const file of files.sort()) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Removes the shops that were prepared on other days or for other versions of the server. */
async function removeOlder(prepared: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    if (name.startsWith(prefix) && !path.startsWith(prepared)) await rm(path, { recursive: true, force: true });
  }
}
