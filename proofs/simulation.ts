import fc from 'fast-check';
import type { Figure, Outcome, Proof, Run } from './proof.ts';
import { compareAll, createModel, type Model, StepCommand } from './simulation/commands.ts';
import { openSimulatedShop, type SimulatedShop } from './simulation/shop.ts';

/** The most steps of a history. Many short histories of empty shops find more than a long one: most faults show within the first hours. */
const longestHistory = 1_000;
const operations = {
  sqlite: { full: 1_000_000, short: 5_000 },
  postgres: { full: 60_000, short: 800 },
} as const;
const shrinks = { full: 250, short: 50 } as const;
/** The proof ends after this many violations: more would not make its report more useful. */
const mostViolations = { full: 3, short: 1 } as const;
/** Kinds of refusal, and pairs of operation and answer, that must occur. */
const wantedKinds = { full: { refusals: 30, answers: 95 }, short: { refusals: 20, answers: 50 } } as const;

/** Runs long random sequences of calls and compares each answer with a model of the rules (docs/reliability.md). */
export const simulation: Proof = {
  name: 'simulation',
  promise: 'Whatever is done in whatever order, the shop answers and remembers what its rules say',
  engines: ['sqlite', 'postgres'],
  async prove(run): Promise<Outcome> {
    await using shop = await openSimulatedShop(run);
    return await simulate(shop, run, operations[run.engine][run.size]);
  },
};

interface Totals {
  histories: number;
  operations: number;
  atOnce: number;
  tally: Model['tally'];
}

async function simulate(shop: SimulatedShop, run: Run, wanted: number): Promise<Outcome> {
  const totals: Totals = { histories: 0, operations: 0, atOnce: 0, tally: new Map() };
  const violations: string[] = [];
  while (totals.operations < wanted && violations.length < mostViolations[run.size]) {
    const seed = run.seed * 1_000_003 + totals.histories;
    violations.push(...(await checkHistory(shop, run, seed, totals)));
    totals.histories += 1;
    if (totals.histories % 100 === 0) run.log(`${totals.histories} histories, ${totals.operations} operations`);
  }
  const counts = [...totals.tally].toSorted(([left], [right]) => left.localeCompare(right));
  run.log(`answers: ${counts.map(([name, count]) => `${name} ${count}`).join(', ')}`);
  return { figures: figuresOf(totals, run), violations };
}

/** Runs one random history, which depends on the seed alone. If it fails, fast-check shrinks it. Returns the violation, if there is one. */
async function checkHistory(shop: SimulatedShop, run: Run, seed: number, totals: Totals): Promise<string[]> {
  let firstFailure: string | null = null;
  const command = fc.noShrink(fc.nat(2 ** 31 - 1)).map((one) => new StepCommand(one));
  const history = fc.noBias(fc.commands([fc.noShrink(command)], { maxCommands: longestHistory, size: 'max' }));
  const property = fc.asyncProperty(fc.limitShrink(history, shrinks[run.size]), async (commands) => {
    // When a history that failed is repeated, the tables are compared after every step.
    const compareEvery = firstFailure === null ? 20 : 1;
    const model = createModel({ compareEvery, tally: firstFailure === null ? totals.tally : new Map() });
    try {
      await shop.clear(seed);
      await fc.asyncModelRun(() => ({ model, real: shop }), commands);
      await compareAll(shop, model);
    } catch (error) {
      firstFailure ??= String(error);
      throw error;
    } finally {
      if (firstFailure === null) {
        totals.operations += model.steps.flat().length;
        totals.atOnce += model.steps.filter((step) => step.length > 1).length;
      }
    }
  });
  const details = await fc.check(property, { seed, numRuns: 1 });
  if (!details.failed) return [];
  const [shortest] = details.counterexample ?? [];
  return [`Seed ${seed}: ${details.errorInstance}\n  at first: ${firstFailure}\n  repeated by [${shortest}]`];
}

function figuresOf({ histories, operations: done, atOnce, tally }: Totals, { engine, size }: Run): Figure[] {
  const refusals = new Set([...tally.keys()].map((name) => name.split(': ')[1]).filter((code) => code !== 'done'));
  const kinds = wantedKinds[size];
  return [
    { what: 'operations compared with the model', measured: done, wanted: { atLeast: operations[engine][size] } },
    { what: 'histories from an empty shop', measured: histories },
    { what: 'times that 2 to 4 operations began at once', measured: atOnce },
    { what: 'kinds of refusal seen', measured: refusals.size, wanted: { atLeast: kinds.refusals } },
    { what: 'kinds of operation and answer seen', measured: tally.size, wanted: { atLeast: kinds.answers } },
  ];
}
