// Tries to break every promise of the shop, and prints one table (docs/reliability.md).
//
//   npm run prove                                     all proofs, in full, on both engines
//   npm run prove -- race crash --seed 7              some of them
//   npm run prove -- fuzz --short --engine sqlite     the short form of one, as in `npm test`
//
// Two proofs run at a time, each in a process of its own; those that measure times or keep every core busy run alone afterwards. Exits
// with 1 if a promise was broken or a figure is not met, with 2 if a proof could not run. `--built` uses the pages of the last build,
// `--json` prints the result of a single run as JSON instead of the table (run-in-processes.ts).
import { parseArgs } from 'node:util';
import { startPostgres, type ThrowawayPostgres } from '../scripts/throwaway-postgres.ts';
import { abuse } from './abuse.ts';
import { authorization } from './authorization.ts';
import { backup } from './backup.ts';
import { crash } from './crash.ts';
import { fuzz } from './fuzz.ts';
import { headers } from './headers.ts';
import { limits } from './limits.ts';
import { money } from './money.ts';
import { powerLoss } from './power-loss.ts';
import {
  buildPages,
  isKept,
  isMet,
  markdownTable,
  type Proof,
  provenance,
  type Run,
  rowsOf,
  wordsOf,
} from './proof.ts';
import { race } from './race.ts';
import { type ProofResult, type ProofRun, runInProcesses } from './run-in-processes.ts';
import { runProof } from './run-proof.ts';
import { secrets } from './secrets.ts';
import { simulation } from './simulation.ts';
import { trade } from './trade.ts';

const proofs: readonly Proof[] = [
  authorization,
  abuse,
  fuzz,
  headers,
  race,
  limits,
  crash,
  powerLoss,
  backup,
  secrets,
  money,
  trade,
  simulation,
];

const couldNotRun = 2;

// Ends the process without waiting for threads that a proof has started.
process.exit(
  await main().catch((error: unknown) => {
    console.error(error);
    return couldNotRun;
  }),
);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      short: { type: 'boolean' },
      engine: { type: 'string' },
      built: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const seed = Number(values.seed);
  if (positionals.some((word) => !proofs.some(({ name }) => name === word)) || !Number.isSafeInteger(seed)) {
    console.error(`The proofs are ${proofs.map(({ name }) => name).join(', ')}; --seed takes a whole number.`);
    return couldNotRun;
  }
  if (!values.built) buildPages();
  const runs = proofs
    .filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    .flatMap((proof) => proof.engines.map((engine) => ({ proof, engine })))
    .filter(({ engine }) => values.engine === undefined || values.engine === engine);
  const [first, ...others] = runs;
  if (!first) throw new Error(`None of the chosen proofs runs on ${values.engine}.`);
  const size = values.short ? 'short' : 'full';
  const args = ['--seed', values.seed, ...(values.short ? ['--short'] : [])];
  const results = others.length > 0 ? await runInProcesses(runs, args) : [await runHere(first, { seed, size })];
  const printed = values.json ? JSON.stringify(results[0]) : tableOf(results, seed);
  // A pipe takes 64 kB at once, and the process ends right after this.
  await new Promise((written) => process.stdout.write(`${printed}\n`, written));
  if (results.some(({ outcome }) => outcome === null)) return couldNotRun;
  return results.every(({ outcome }) => outcome !== null && isKept(outcome)) ? 0 : 1;
}

async function runHere({ proof, engine }: ProofRun, options: Pick<Run, 'seed' | 'size'>): Promise<ProofResult> {
  let postgres: Promise<ThrowawayPostgres> | undefined;
  // This PostgreSQL does not sync to disk; a proof that kills the server starts one that does.
  const postgresUrl = async () => {
    postgres ??= startPostgres();
    return (await postgres).url('postgres');
  };
  const log = (line: string) => console.error(`${proof.name} (${engine}): ${line}`);
  log(proof.promise);
  const begun = performance.now();
  try {
    const outcome = await runProof(proof, { ...options, engine, postgresUrl, log });
    for (const violation of outcome.violations.slice(0, 100)) log(`BROKEN: ${violation}`);
    for (const figure of outcome.figures) if (!isMet(figure)) log(`NOT MET: ${figure.what}: ${wordsOf(figure)[0]}`);
    return { name: proof.name, engine, seconds: (performance.now() - begun) / 1000, outcome };
  } finally {
    await (await postgres)?.stop();
  }
}

function tableOf(results: readonly ProofResult[], seed: number): string {
  const rows = results.flatMap(({ name, engine, seconds, outcome }) => [
    ...(outcome ? rowsOf([name, engine], outcome) : [[name, engine, 'could not run', '', '', 'NO']]),
    [name, engine, 'time', `${seconds.toFixed(0)} s`, '', ''],
  ]);
  const headings = ['Proof', 'Engine', 'What', 'Measured:', 'Wanted:', 'Met'];
  return `${provenance(`seed ${seed}`)}\n\n${markdownTable(headings, rows)}`;
}
