// Tries to break every promise of the shop, and prints one table (docs/reliability.md).
//
//   npm run prove                                     all of it, in full, on both engines
//   npm run prove -- race crash --seed 7              some of it
//   npm run prove -- fuzz --short --engine sqlite     what `npm test` runs of it
//
// Two at a time, each in a process of its own; what measures times has the machine to itself afterwards. Exits with 1 if a
// promise was broken or a figure is not met, with 2 if one could not run. `--built` takes the pages as they were built
// last, `--json` prints what was found instead of the table.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabases } from '#server/testing/databases.ts';
import { startPostgres, type ThrowawayPostgres } from '../scripts/throwaway-postgres.ts';
import { authorization } from './authorization.ts';
import { backup } from './backup.ts';
import { crash } from './crash.ts';
import { fuzz } from './fuzz.ts';
import { headers } from './headers.ts';
import { limits } from './limits.ts';
import { powerLoss } from './power-loss.ts';
import { buildPages, isKept, isMet, type Proof, wordsOf } from './proof.ts';
import { race } from './race.ts';
import { type ProofResult, type ProofRun, type ProofRunOptions, runInProcesses } from './run-in-processes.ts';
import { secrets } from './secrets.ts';
import { simulation } from './simulation.ts';
import { tableOf } from './table.ts';

const proofs: readonly Proof[] = [
  authorization,
  fuzz,
  headers,
  race,
  limits,
  crash,
  powerLoss,
  backup,
  secrets,
  simulation,
];

const couldNotRun = 2;

// A proof's threads need not be waited for.
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
  const chosen = positionals.length > 0 ? proofs.filter(({ name }) => positionals.includes(name)) : proofs;
  const unknown = positionals.find((name) => !chosen.some((proof) => proof.name === name));
  const seed = Number(values.seed);
  if (unknown !== undefined || !Number.isSafeInteger(seed)) {
    console.error(`Known are ${proofs.map(({ name }) => name).join(', ')}; --seed takes a whole number.`);
    return couldNotRun;
  }
  if (!values.built) buildPages();
  const runs = chosen.flatMap((proof) =>
    proof.engines
      .filter((engine) => values.engine === undefined || values.engine === engine)
      .map((engine) => ({ proof, engine })),
  );
  const [first] = runs;
  if (!first) throw new Error(`None of them runs on ${values.engine}.`);
  const isShort = values.short === true;
  const results =
    runs.length > 1 ? await runInProcesses(runs, { seed, isShort }) : [await runHere(first, { seed, isShort })];
  console.log(values.json ? JSON.stringify(results[0]) : tableOf(results, seed));
  if (results.some(({ outcome }) => outcome === null)) return couldNotRun;
  return results.every(({ outcome }) => outcome !== null && isKept(outcome)) ? 0 : 1;
}

async function runHere({ proof, engine }: ProofRun, { seed, isShort }: ProofRunOptions): Promise<ProofResult> {
  let postgres: Promise<ThrowawayPostgres> | undefined;
  // Without syncs; a proof that kills the server starts one that waits for its disk.
  const postgresUrl = async () => {
    postgres ??= startPostgres();
    return (await postgres).url('postgres');
  };
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-proof-'));
  const databases = createDatabases(engine, directory, postgresUrl);
  const log = (line: string) => console.error(`${proof.name} (${engine}): ${line}`);
  log(proof.promise);
  const begun = performance.now();
  try {
    const size = isShort ? 'short' : 'full';
    const outcome = await proof.prove({ engine, seed, size, directory, newDatabase: databases.create, log });
    for (const violation of outcome.violations.slice(0, 100)) log(`BROKEN: ${violation}`);
    for (const figure of outcome.figures) if (!isMet(figure)) log(`NOT MET: ${figure.what}: ${wordsOf(figure)[0]}`);
    return { name: proof.name, engine, seconds: (performance.now() - begun) / 1000, outcome };
  } catch (error) {
    // Said before anything is cleared away: what still runs may stand in the way of that.
    log(`could not run: ${error instanceof Error ? error.stack : error}`);
    throw error;
  } finally {
    await databases.removeAll();
    await rm(directory, { recursive: true, force: true });
    await (await postgres)?.stop();
  }
}
