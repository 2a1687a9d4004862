import { createSeeded } from '#server/demo/seeded.ts';
import type { Figure, Outcome, Proof, Run } from './proof.ts';
import type { Step } from './simulation/operations.ts';
import { type Played, play, type Source, type Tally } from './simulation/player.ts';
import { regressions } from './simulation/regressions.ts';
import { shorten } from './simulation/shorten.ts';
import { openStage, type Stage } from './simulation/stage.ts';
import { wishes } from './simulation/wishes.ts';

/** Short sequences in shops that begin empty find more than one long one: whatever goes wrong does so in the first hours. */
const stepsPerRun = 500;
const operations = {
  sqlite: { full: 1_000_000, short: 5_000 },
  postgres: { full: 60_000, short: 800 },
} as const;
const shorteningTries = { full: 250, short: 50 } as const;
/** After this many a report gets no better. */
const mostViolations = { full: 3, short: 1 } as const;
/** Kinds of refusal there are to visit, and pairs of operation and answer. */
const wantedKinds = { full: { refusals: 30, answers: 95 }, short: { refusals: 20, answers: 50 } } as const;

/** Long random runs of the shop's rules against a model that knows no database (docs/reliability.md). */
export const simulation: Proof = {
  name: 'simulation',
  promise: 'Whatever is done in whatever order, the shop answers and remembers what CONTRACT.md says',
  engines: ['sqlite', 'postgres'],
  async prove(run): Promise<Outcome> {
    const stage = await openStage(run);
    try {
      return await simulate(stage, run, operations[run.engine][run.size]);
    } finally {
      await stage.close();
    }
  },
};

async function simulate(stage: Stage, run: Run, wanted: number): Promise<Outcome> {
  const tally: Tally = new Map();
  const violations = await playRegressions(stage);
  let [runs, done, atOnce] = [0, 0, 0];
  while (done < wanted && violations.length < mostViolations[run.size]) {
    const seed = run.seed * 1_000_003 + runs;
    runs += 1;
    const { divergence, steps } = await playSeed(stage, seed, tally);
    done += steps.flat().length;
    atOnce += steps.filter((step) => step.length > 1).length;
    if (divergence) violations.push(await report(stage, run, seed, { divergence, steps }));
    if (runs % 100 === 0) run.say(`${runs} runs, ${done} operations`);
  }
  run.say(`answers: ${inWords(tally)}`);
  return { figures: figuresOf({ runs, done, atOnce }, tally, run), violations };
}

async function playRegressions(stage: Stage): Promise<string[]> {
  const violations: string[] = [];
  for (const { name, seed, steps } of regressions) {
    const { divergence } = await replay(stage, seed, steps);
    if (divergence) violations.push(`Again: ${name}: ${divergence}`);
  }
  return violations;
}

function playSeed(stage: Stage, seed: number, tally: Tally): Promise<Played> {
  return play(stage, wishes(createSeeded(seed), stepsPerRun), {
    seed,
    booksEvery: 20,
    windowsEvery: stepsPerRun + 1,
    tally,
  });
}

/** The steps as they stand: what a regression is played from. */
function sequence(steps: readonly Step[]): Source {
  let next = 0;
  return () => steps[next++] ?? null;
}

/** The tables are compared after every step, the doors after the last one. */
function replay(stage: Stage, seed: number, steps: readonly Step[]): Promise<Played> {
  return play(stage, sequence(steps), {
    seed,
    booksEvery: 1,
    windowsEvery: Number.POSITIVE_INFINITY,
    tally: new Map(),
  });
}

async function report(stage: Stage, { size }: Run, seed: number, failed: Played): Promise<string> {
  let last = failed.divergence;
  const stillFails = async (steps: readonly Step[]) => {
    const { divergence } = await replay(stage, seed, steps);
    if (divergence) last = divergence;
    return divergence !== null;
  };
  const shortest = await shorten(failed.steps, stillFails, shorteningTries[size]);
  return `Seed ${seed}: ${last}\n  at first: ${failed.divergence}\n  repeated by ${JSON.stringify(shortest)}`;
}

interface Counts {
  runs: number;
  done: number;
  atOnce: number;
}

function figuresOf({ runs, done, atOnce }: Counts, tally: Tally, { engine, size }: Run): Figure[] {
  const refusals = new Set([...tally.keys()].map((name) => name.split(': ')[1]).filter((code) => code !== 'done'));
  const kinds = wantedKinds[size];
  return [
    { what: 'operations compared with the model', measured: done, wanted: { atLeast: operations[engine][size] } },
    { what: 'runs from an empty shop', measured: runs },
    { what: 'times that 2 to 4 operations began at once', measured: atOnce },
    { what: 'kinds of refusal visited', measured: refusals.size, wanted: { atLeast: kinds.refusals } },
    { what: 'kinds of operation and answer visited', measured: tally.size, wanted: { atLeast: kinds.answers } },
  ];
}

function inWords(tally: Tally): string {
  return [...tally]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
