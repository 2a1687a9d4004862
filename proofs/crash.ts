import { type KillRecord, killTheShop } from './crash/kills.ts';
import { killTheServer, type ServerKillRecord } from './crash/server-kills.ts';
import { allOperations, dieAtEachStep, type StepRecord } from './crash/steps.ts';
import { createLoadRecord } from './load/workers.ts';
import { type Figure, type Outcome, type Proof, quantile, type Run, timeFigure } from './proof.ts';

/** Reading changes nothing: to die before it is to die before what comes next. */
const all = '^(?!select)';
/** The steps that make a change permanent or known. */
const decisive = '^(file rename|commit|answer)$';

const sizes = {
  full: {
    kills: {
      sqlite: { cycles: 500, perDatabase: 25, atOnce: 2 },
      postgres: { cycles: 50, perDatabase: 25, atOnce: 1 },
    },
    serverKills: 50,
    steps: { operations: { sqlite: allOperations, postgres: allOperations }, dieBefore: all },
  },
  short: {
    kills: {
      sqlite: { cycles: 3, perDatabase: 3, atOnce: 1 },
      postgres: { cycles: 1, perDatabase: 1, atOnce: 1 },
    },
    serverKills: 1,
    steps: { operations: { sqlite: ['confirm', 'upload pictures'], postgres: ['confirm'] }, dieBefore: decisive },
  },
};

/** A killed shop opens again sooner than this, milliseconds (on SQLite; PostgreSQL is reached over the network). */
const openAgainWithin = 1_000;

export const crash: Proof = {
  name: 'crash',
  promise: 'After a crash everything acknowledged is there, and nothing is half done',
  engines: ['sqlite', 'postgres'],
  isAlone: true,
  async prove(run: Run): Promise<Outcome> {
    const size = sizes[run.size];
    const kills: KillRecord = { ...createLoadRecord(), cycles: 0, whileStarting: 0, openedAfter: [] };
    const serverKills: ServerKillRecord = { ...createLoadRecord(), cycles: 0, recoveredAfter: [], answeredAfter: [] };
    const steps: StepRecord = { died: new Map(), violations: [] };
    await killTheShop(run, size.kills[run.engine], kills);
    if (run.engine === 'postgres') await killTheServer(run, size.serverKills, serverKills);
    const { operations, dieBefore } = size.steps;
    await dieAtEachStep(run, { operations: operations[run.engine], dieBefore }, steps);
    return {
      figures: [
        ...killFigures(run, kills),
        ...(run.engine === 'postgres' ? serverFigures(run, serverKills) : []),
        ...[...steps.died].map(([operation, count]) => ({ what: `steps of ${operation} died at`, measured: count })),
      ],
      violations: [...kills.violations, ...serverKills.violations, ...steps.violations],
    };
  },
};

function killFigures(run: Run, { cycles, whileStarting, acknowledged, openedAfter }: KillRecord): Figure[] {
  const slowest = Math.max(...openedAfter);
  return [
    { what: 'kills of the shop under load', measured: cycles },
    { what: 'kills while it was starting', measured: whileStarting },
    { what: 'effects acknowledged before a kill', measured: acknowledged },
    timeFigure(run, 'open again, median', quantile(openedAfter, 0.5)),
    timeFigure(run, 'open again, slowest', slowest, run.engine === 'sqlite' ? openAgainWithin : undefined),
  ];
}

function serverFigures(run: Run, { cycles, acknowledged, recoveredAfter, answeredAfter }: ServerKillRecord): Figure[] {
  return [
    { what: 'kills of the database server', measured: cycles },
    { what: 'effects acknowledged before them', measured: acknowledged },
    timeFigure(run, 'answer while it is unavailable, slowest', Math.max(0, ...answeredAfter), 2_000),
    timeFigure(run, 'change after its return, slowest', Math.max(0, ...recoveredAfter), 5_000),
  ];
}
