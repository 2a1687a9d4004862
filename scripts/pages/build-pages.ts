import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { languageNames, languages } from '../../contract/languages.ts';
import { buildPaths, replaceBuild, root, stampName, startBuild } from './build-directory.ts';
import { isStep, type Progress, showProgress } from './build-progress.ts';

const reactRouter = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
/** What the build needs beside everything else that runs, in MB (docs/performance.md). */
const neededMemory = 700;

/** The steps of a build in their order; the last ones are the languages. */
const steps = [
  'scripts for browsers',
  'pages for the server',
  ...languages.map((language) => `pages in ${languageNames[language]}`),
];

/**
 * Builds the pages in all languages beside the last build and replaces it at the end. If that fails, the last build stays, and this process
 * ends with a message that says what happened. `fingerprint`: of the sources.
 */
export async function buildPages(fingerprint: string): Promise<void> {
  if (!existsSync(reactRouter)) {
    console.error(
      'The pages have to be built, but the packages for building are missing (`npm ci --omit=dev` leaves them out). Run `npm ci`, or start a release, which has built pages.',
    );
    process.exit(1);
  }
  const progress = showProgress(steps);
  const directory = startBuild(root);
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const [bundle, pages] = [join(directory, 'bundle'), join(directory, 'pages')];
  const programs = [
    { file: reactRouter, args: ['build'], bundle },
    { file: join(import.meta.dirname, 'write-languages.ts'), args: [bundle, pages] },
  ];
  for (const program of programs) {
    const failure = await run(program, progress, remove);
    if (failure === null) continue;
    progress.end();
    remove();
    process.stderr.write(failure.output);
    console.error(`The pages could not be built: ${failure.reason} ${whatServes()}`);
    process.exit(failure.exitCode);
  }
  writeFileSync(join(pages, stampName), fingerprint);
  replaceBuild(root, pages);
  remove();
  progress.end('Built the pages');
}

const whatServes = () =>
  existsSync(join(buildPaths(root).last, stampName))
    ? 'The last build is unchanged. `npm start` does not serve it, because its pages may not match the sources.'
    : 'There is no earlier build.';

interface Program {
  file: string;
  args: string[];
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
  const child = spawn(process.execPath, ['--max-old-space-size=160', '--max-semi-space-size=4', file, ...args], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // The bundler's allocator returns memory at once, which makes the peak 100 MB lower.
      MIMALLOC_PURGE_DELAY: '0',
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
