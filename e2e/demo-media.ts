import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, root, signInAsOwner } from '#server/testing/shop-process.ts';

const cache = join(root, 'node_modules', '.cache');
const demoPictures = ['pictures', 'lights'].map((folder) => join(root, 'server', 'features', 'demo', folder));
/** The variants of the demo's pictures depend on these files: after a change of one they are made again. */
const sources = ['server/features/media/encoding-process.ts', 'server/features/media/variants.ts', 'contract/media.ts'];
/** Milliseconds. */
const pollInterval = 500;

/**
 * Makes the variants of the demo's pictures once, because that takes 80 seconds of processor time. The demo shop, of which each test shop
 * is a copy (demo-shop.ts), starts with them.
 */
export default async function prepareDemoMedia(): Promise<void> {
  const prepared = await demoMediaDirectory();
  if (existsSync(prepared)) return;
  await mkdir(cache, { recursive: true });
  const directory = await mkdtemp(`${prepared}-`);
  await using shop = await openShop({ databaseUrl: `file:${directory}/shop.db`, directory, settings: { DEMO: '1' } });
  using client = createHttpClient(shop.address);
  const token = await signInAsOwner(client);
  while ((await client.call('countUnfinishedPictures', { token })).body.unfinished > 0) await setTimeout(pollInterval);
  await shop.stop();
  // Scans are not reused: their rows are only in the database of this shop. The demo shop makes its own.
  await rm(join(directory, 'media', 'scans'), { recursive: true, force: true });
  await rename(join(directory, 'media'), prepared);
  await rm(directory, { recursive: true });
}

/** Where the prepared pictures are, as the folder `media` of a DATA_DIR. */
export async function demoMediaDirectory(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(await readFile(join(root, source)));
  for (const folder of demoPictures) hash.update((await readdir(folder)).join());
  return join(cache, `demo-media-${hash.digest('hex').slice(0, 16)}`);
}
