// Builds the pages and the program if their sources have changed since the last build.
//
// `npm start` preloads this file into the server's process if something is stale (server/main.ts), so that signals from npm reach the
// server directly. `npm run build` runs it alone.
import { isMainThread } from 'node:worker_threads';
import { areUnchanged, readManifest, readPageInputs } from '../server/bundle-manifest.ts';
import { buildPaths, recoverBuild, root } from './build-directory.ts';
import { buildShop } from './build-shop.ts';

// Worker threads load a preloaded module again.
if (isMainThread) await buildWhenStale();

async function buildWhenStale(): Promise<void> {
  recoverBuild(root);
  const { last } = buildPaths(root);
  const isFresh = (inputs: Parameters<typeof areUnchanged>[1] | null | undefined) =>
    inputs ? areUnchanged(root, inputs) : false;
  const hasPages = isFresh(readPageInputs(last));
  if (!hasPages || !isFresh(readManifest(last)?.modules)) await buildShop({ hasPages });
}
