// The entry point of the shop and of its commands: `./lacquer [--env-file FILE] [COMMAND …]`, or `node server/main.ts`. Runs the bundle
// that `npm run build` makes (scripts/program/) if it was made from the present sources, and otherwise the sources.
import { existsSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { areUnchanged, readManifest, readPageInputs } from './bundle-manifest.ts';
import { bundledName, commands } from './commands.ts';
import { version } from './platform/version.ts';

const root = join(import.meta.dirname, '..');
const build = join(root, 'build');
const bundle = join(build, 'program');
/** This file in the bundle. */
const launcher = join(bundle, 'main.js');
const isBundled = import.meta.filename === launcher;
/** `--build` preloads it: it builds what is stale. */
const buildOptions = ['--import', join(root, 'scripts', 'build-when-stale.ts')];
/** The options of this Node. */
const nodeOptions = process.execArgv.join(' ') === buildOptions.join(' ') ? [] : process.execArgv;

await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  const wantsSources = words.includes('--dev') || isInstrumented();
  if (!isBundled && !wantsSources && existsSync(launcher)) return startLauncher(words);
  const manifest = wantsSources ? null : readManifest(build);
  const isFresh = manifest !== null && areUnchanged(root, manifest.modules);
  if (words[0] === '--build') {
    const pages = readPageInputs(build);
    if (!isFresh || !pages || !areUnchanged(root, pages))
      return replaceProcess([...buildOptions, join(root, 'server', 'main.ts'), ...words.slice(1)]);
    return main(words.slice(1));
  }
  if (words[0] === '--version') return console.log(version);
  const [command = 'start', ...rest] = withoutSettings(words);
  const module = commands[command.startsWith('-') ? 'start' : command];
  if (module === undefined)
    return fail(`There is no command ${command}. Commands: ${Object.keys(commands).join(', ')}`);
  if (module !== commands.start) becomeOwnerOf(process.env.DATA_DIR || 'data');
  cacheCompiledCode();
  // Every module of `commands` has this function.
  const { main: run } = (await import(isFresh ? join(bundle, bundledName(module)) : join(root, module))) as {
    main(words: string[]): Promise<number | undefined>;
  };
  process.exitCode = await run(rest);
}

/** Whether something is loaded into this process before the shop: it may change modules of the sources, which the bundle does not load. */
function isInstrumented(): boolean {
  return [...nodeOptions, ...(process.env.NODE_OPTIONS ?? '').split(' ')].some((option) =>
    /^(-r|--require|--import)($|=)/.test(option),
  );
}

/** Starts the copy of this file in the bundle. Node's support for TypeScript, which has read this file, takes 18 MB of a process. */
async function startLauncher(words: readonly string[]): Promise<void> {
  // Sockets of systemd and the channel to a parent do not survive.
  const canBeReplaced = process.platform !== 'win32' && process.env.LISTEN_FDS === undefined && !process.connected;
  if (canBeReplaced) replaceProcess([...nodeOptions, launcher, ...words]);
  await import(launcher);
}

/** Goes on as another Node in the same process. */
function replaceProcess(words: readonly string[]): void {
  const environment = { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };
  process.execve?.(process.execPath, [process.execPath, ...words], environment);
}

/** Loads the settings of `--env-file FILE`, which do not replace those of the environment, and returns the words after it. */
function withoutSettings(words: readonly string[]): readonly string[] {
  const [option, file, ...rest] = words;
  if (option !== '--env-file') return words;
  try {
    loadEnvFile(file ?? '');
  } catch (error) {
    fail(`--env-file ${file ?? ''} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  return rest;
}

/** The cache halves the time of the next start. It is beside the build, or where NODE_COMPILE_CACHE says. */
function cacheCompiledCode(): void {
  const directory = resolve(process.env.NODE_COMPILE_CACHE || join(build, '.compiled'));
  enableCompileCache(directory);
  // For the processes that this one starts.
  process.env.NODE_COMPILE_CACHE = directory;
}

/**
 * A command that root runs continues as the owner of DATA_DIR: otherwise the shop could not open the files that the command writes there.
 */
function becomeOwnerOf(dataDirectory: string): void {
  const owner = process.getuid?.() === 0 ? statSync(dataDirectory, { throwIfNoEntry: false }) : undefined;
  if (!owner || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
