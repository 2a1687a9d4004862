// Tries to break every promise of the shop, and prints one table (docs/reliability.md).
//
//   npm run prove                                     all of it, in full, on both engines
//   npm run prove -- race crash --seed 7              some of it
//   npm run prove -- fuzz --short --engine sqlite     what `npm test` runs of it
//
// Two at a time, each in a process of its own; what measures times has the machine to itself afterwards. Exits with 1 if a
// promise was broken or a figure is not met, with 2 if one could not be tried. `--built` takes the pages as they were built
// last, `--json` prints what was found instead of the table.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { authorization } from './prove/authorization.ts';
import { backup } from './prove/backup.ts';
import { crash } from './prove/crash.ts';
import { createDatabases } from './prove/databases.ts';
import { fuzz } from './prove/fuzz.ts';
import { headers } from './prove/headers.ts';
import { type Trial, type TrialOptions, type Tried, tryInLanes } from './prove/lanes.ts';
import { limits } from './prove/limits.ts';
import { powerLoss } from './prove/power-loss.ts';
import { isKept, isMet, type Proof, wordsOf } from './prove/proof.ts';
import { race } from './prove/race.ts';
import { secrets } from './prove/secrets.ts';
import { simulation } from './prove/simulation.ts';
import { tableOf } from './prove/table.ts';
import { startPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts';

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

const couldNotBeTried = 2;

// A proof's threads need not be waited for.
process.exit(
  await main().catch((error: unknown) => {
    console.error(error);
    return couldNotBeTried;
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
    return couldNotBeTried;
  }
  if (!values.built)
    execFileSync(process.execPath, [join(import.meta.dirname, 'build-when-stale.ts')], { stdio: 'inherit' });
  const trials = chosen.flatMap((proof) =>
    proof.engines
      .filter((engine) => values.engine === undefined || values.engine === engine)
      .map((engine) => ({ proof, engine })),
  );
  const [first] = trials;
  if (!first) throw new Error(`None of them is tried on ${values.engine}.`);
  const isShort = values.short === true;
  const tried =
    trials.length > 1 ? await tryInLanes(trials, { seed, isShort }) : [await tryHere(first, { seed, isShort })];
  console.log(values.json ? JSON.stringify(tried[0]) : tableOf(tried, seed));
  if (tried.some(({ outcome }) => outcome === null)) return couldNotBeTried;
  return tried.every(({ outcome }) => outcome !== null && isKept(outcome)) ? 0 : 1;
}

async function tryHere({ proof, engine }: Trial, { seed, isShort }: TrialOptions): Promise<Tried> {
  let postgres: Promise<ThrowawayPostgres> | undefined;
  // For rules and processes; what pulls plugs starts one that waits for its disk.
  const postgresUrl = async () => {
    postgres ??= startPostgres();
    return (await postgres).url('postgres');
  };
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-proof-'));
  const databases = createDatabases(engine, directory, postgresUrl);
  const say = (line: string) => console.error(`${proof.name} (${engine}): ${line}`);
  say(proof.promise);
  const begun = performance.now();
  try {
    const size = isShort ? 'short' : 'full';
    const outcome = await proof.prove({ engine, seed, size, directory, newDatabase: databases.create, say });
    for (const violation of outcome.violations.slice(0, 100)) say(`BROKEN: ${violation}`);
    for (const figure of outcome.figures) if (!isMet(figure)) say(`NOT MET: ${figure.what}: ${wordsOf(figure)[0]}`);
    return { name: proof.name, engine, seconds: (performance.now() - begun) / 1000, outcome };
  } catch (error) {
    // Said before anything is cleared away: what still runs may stand in the way of that.
    say(`could not be tried: ${error instanceof Error ? error.stack : error}`);
    throw error;
  } finally {
    await databases.removeAll();
    await rm(directory, { recursive: true, force: true });
    await (await postgres)?.stop();
  }
}
