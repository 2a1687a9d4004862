import { spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { languageNames, languages } from '../contract/languages.ts';
import { pageInputsName, stampsUnder } from '../server/bundle-manifest.ts';
import { buildPaths, compileCacheName, replaceBuild, root, startBuild } from './build-directory.ts';
import { isStep, type Progress, showProgress } from './build-progress.ts';

/** Everything that the pages are made of. What the program is made of, its bundler finds. */
const pageInputs = [
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

const reactRouter = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
/** What the build needs beside everything else that runs, in MB (docs/performance.md). */
const neededMemory = 600;

/** The steps of a build in their order. */
const pageSteps = [
  'scripts for browsers',
  'pages for the server',
  ...languages.map((language) => `pages in ${languageNames[language]}`),
];
const steps = ['program'];

/**
 * Builds the pages in all languages and the program beside the last build, and replaces it at the end. If that fails, the last build stays,
 * and this process ends with a message that says what happened. `hasPages`: the last build has the pages of the present sources.
 */
export async function buildShop({ hasPages }: { hasPages: boolean }): Promise<void> {
  if (!existsSync(reactRouter)) {
    console.error(
      'The pages and the program have to be built, but the packages for building are missing (`npm ci --omit=dev` leaves them out). Run `npm ci`, or start a release, which is built.',
    );
    process.exit(1);
  }
  const progress = showProgress(hasPages ? steps : [...pageSteps, ...steps]);
  // Before they are read, so that a change in the meantime is noticed.
  const inputs = stampsUnder(root, pageInputs);
  const directory = startBuild(root);
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const [bundle, finished] = [join(directory, 'bundle'), join(directory, 'build')];
  if (hasPages) copyPages(buildPaths(root).last, finished);
  const programs: Program[] = [
    ...(hasPages
      ? []
      : [
          { file: reactRouter, args: ['build'], bundle },
          { file: join(import.meta.dirname, 'pages', 'write-languages.ts'), args: [bundle, finished] },
        ]),
    { file: join(import.meta.dirname, 'program', 'bundle-program.ts'), args: [finished] },
  ];
  for (const program of programs) {
    const failure = await run(program, progress, remove);
    if (failure === null) continue;
    progress.end();
    remove();
    process.stderr.write(failure.output);
    console.error(`The shop could not be built: ${failure.reason} ${whatServes()}`);
    process.exit(failure.exitCode);
  }
  writeFileSync(join(finished, pageInputsName), JSON.stringify(inputs));
  replaceBuild(root, finished);
  remove();
  progress.end('Built the shop');
}

/** Copies all of a build but its program. */
function copyPages(from: string, to: string): void {
  const notCopied = [join(from, 'program'), join(from, compileCacheName)];
  cpSync(from, to, { recursive: true, filter: (path) => !notCopied.includes(path) });
}

const whatServes = () =>
  existsSync(join(buildPaths(root).last, pageInputsName))
    ? 'The last build is unchanged. `npm start` does not serve it, because it may not match the sources.'
    : 'There is no earlier build.';

interface Program {
  file: string;
  args: string[];
  /** Where React Router writes. */
  bundle?: string;
}

interface Failure {
  exitCode: number;
  /** What the program wrote. */
  output: string;
  /** A sentence. */
  reason: string;
}

/** Runs a program of the build. Null if it succeeds. `remove` is called before a signal ends this process. */
async function run({ file, args, bundle }: Program, progress: Progress, remove: () => void): Promise<Failure | null> {
  const child = spawn(process.execPath, ['--max-old-space-size=160', '--max-semi-space-size=16', file, ...args], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // The bundler's allocator returns memory at once, and takes no huge pages, which makes the peak 250 MB lower.
      MIMALLOC_PURGE_DELAY: '0',
      MIMALLOC_ALLOW_THP: '0',
      ...(bundle !== undefined && { BUNDLE_DIRECTORY: bundle }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.on('message', (message) => {
    if (isStep(message)) progress.step(message.step);
  });

  const interrupt = (signal: NodeJS.Signals) => {
    child.kill('SIGKILL');
    remove();
    progress.end();
    console.error(`The build was interrupted by ${signal}. ${whatServes()}`);
    process.exit(128 + constants.signals[signal]);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const ended = new Promise<Failure | null>((done) =>
    child.once('close', (code, signal) => {
      if (code === 0) done(null);
      else if (signal === null)
        done({ exitCode: code ?? 1, output, reason: `a program ended with exit code ${code}, see above.` });
      else done({ exitCode: 128 + constants.signals[signal], output, reason: reasonOf(signal) });
    }),
  );
  const failure = await ended;
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  return failure;
}

function reasonOf(signal: NodeJS.Signals): string {
  if (signal === 'SIGKILL')
    return `the system ended a program with SIGKILL, most likely because memory ran out. The build needs ${neededMemory} MB beside everything else that runs: start a release, which has built pages, use a larger machine, or add swap space.`;
  return `a program ended by ${signal}, see above.`;
}
