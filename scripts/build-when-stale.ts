// Builds the pages if their sources have changed since the last build.
//
// `npm start` preloads this file into the server's process (`node --import`), so that signals from npm reach the server
// directly. `npm run build` runs it alone.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { type Language, languages } from '../contract/languages.ts';

const root = join(import.meta.dirname, '..');

/** Everything the build reads. A missing entry counts as empty. */
const inputs = [
  'web',
  'contract',
  'public',
  'locales',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/compress-assets.ts',
  'scripts/translations',
  'server/platform/po-file.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

// Worker threads load a preloaded module again.
if (isMainThread) await buildWhenStale();

async function buildWhenStale(): Promise<void> {
  const stamp = join(root, 'build', '.inputs');
  const fingerprint = fingerprintOf(inputs.map((path) => join(root, path)));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;

  // Removed first, so that an interrupted build counts as stale.
  rmSync(stamp, { force: true });
  console.log('Building the pages …');
  for (const language of languages) await build(language);
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

function fingerprintOf(paths: string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesUnder)) {
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

/** Builds the pages of one language. If the build fails, prints its output and ends this process with its exit code. */
async function build(language: Language): Promise<void> {
  const reactRouter = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  const child = spawn(process.execPath, [reactRouter, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PAGE_LANGUAGE: language },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }

  const interrupt = (signal: NodeJS.Signals) => {
    child.kill(signal);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const code = await new Promise<number>((done) => child.once('close', (exitCode) => done(exitCode ?? 1)));
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  if (code === 0) return;

  process.stderr.write(output);
  console.error('The pages could not be built.');
  process.exit(code);
}
