// Builds the pages and bundles the server if their sources have changed since the last build.
//
// `npm start` preloads this file into the server's process if something is stale (server/main.ts), so that signals from npm reach the
// server directly. `npm run build` runs it alone.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { areUnchanged, readManifest } from '../server/bundle-manifest.ts';
import { buildPaths, recoverBuild, root, stampName } from './pages/build-directory.ts';
import { buildPages } from './pages/build-pages.ts';

/** Everything the build reads. A missing entry counts as empty; tests do not count. */
const inputs = [
  'web',
  'contract',
  'public',
  'locales',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/pages',
  'scripts/translations',
  'server/platform/po-file.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

// Worker threads load a preloaded module again.
if (isMainThread) await buildWhenStale();

async function buildWhenStale(): Promise<void> {
  recoverBuild(root);
  const stamp = join(buildPaths(root).last, stampName);
  const fingerprint = fingerprintOf(inputs.map((path) => join(root, path)));
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint) await buildPages(fingerprint);
  const manifest = readManifest(join(buildPaths(root).last, 'program'));
  if (manifest && areUnchanged(root, { ...manifest.modules, ...manifest.pages })) return;
  // Loaded only now, because the bundler takes a second to load.
  const { bundleServer } = await import('./bundle-server.ts');
  await bundleServer({ build: buildPaths(root).last, pageInputs: inputs });
}

function fingerprintOf(paths: string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesUnder).filter((path) => !path.endsWith('.test.ts'))) {
    hash.update(`${relative(root, file)}\0`).update(createHash('sha256').update(readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
