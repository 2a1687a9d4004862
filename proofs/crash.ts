import { type KillRecord, killTheShop } from './crash/kills.ts';
import { killTheServer, type ServerKillRecord } from './crash/server-kills.ts';
import { allOperations, dieAtEachStep, type StepRecord } from './crash/steps.ts';
import { createLoadRecord } from './load/workers.ts';
import type { Figure, Outcome, Proof, Run } from './proof.ts';

/** Where what happened becomes true. */
const turningPoints = ['file rename', 'commit', 'answer'];

const sizes = {
  full: {
    kills: {
      sqlite: { cycles: 500, perDatabase: 25, atOnce: 2 },
      postgres: { cycles: 50, perDatabase: 25, atOnce: 1 },
    },
    serverKills: 50,
    steps: {
      sqlite: { operations: allOperations, withReads: true, atOnce: 2 },
      postgres: { operations: allOperations, withReads: false, atOnce: 2 },
    },
  },
  short: {
    kills: {
      sqlite: { cycles: 3, perDatabase: 3, atOnce: 1 },
      postgres: { cycles: 1, perDatabase: 1, atOnce: 1 },
    },
    serverKills: 1,
    steps: {
      sqlite: { operations: ['confirm', 'upload pictures'], withReads: false, only: turningPoints, atOnce: 2 },
      postgres: { operations: ['confirm'], withReads: false, only: turningPoints, atOnce: 1 },
    },
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
    const load = () => ({ ...createLoadRecord(), cycles: 0 });
    const kills: KillRecord = { ...load(), whileStarting: 0, openedAfter: [] };
    const serverKills: ServerKillRecord = { ...load(), recoveredAfter: [], answeredAfter: [] };
    const steps: StepRecord = { died: new Map(), steps: new Map(), violations: [] };
    await killTheShop(run, size.kills[run.engine], kills);
    if (run.engine === 'postgres') await killTheServer(run, size.serverKills, serverKills);
    await dieAtEachStep(run, size.steps[run.engine], steps);
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

function killFigures(
  { engine, size }: Run,
  { cycles, whileStarting, acknowledged, openedAfter }: KillRecord,
): Figure[] {
  const opened = openedAfter.toSorted((left, right) => left - right);
  const isJudged = size === 'full' && engine === 'sqlite';
  return [
    { what: 'kills of the shop under load', measured: cycles },
    { what: 'kills while it was starting', measured: whileStarting },
    { what: 'effects acknowledged before a kill', measured: acknowledged },
    { what: 'open again, median', measured: opened[Math.floor(opened.length / 2)] ?? 0, unit: 'ms' },
    {
      what: 'open again, slowest',
      measured: opened.at(-1) ?? 0,
      unit: 'ms',
      ...(isJudged && { wanted: { atMost: openAgainWithin } }),
    },
  ];
}

function serverFigures(
  { size }: Run,
  { cycles, acknowledged, recoveredAfter, answeredAfter }: ServerKillRecord,
): Figure[] {
  const isJudged = size === 'full';
  return [
    { what: 'kills of the database server', measured: cycles },
    { what: 'effects acknowledged before they came', measured: acknowledged },
    {
      what: 'answer while it is away, slowest',
      measured: Math.max(0, ...answeredAfter),
      unit: 'ms',
      ...(isJudged && { wanted: { atMost: 2_000 } }),
    },
    {
      what: 'change after its return, slowest',
      measured: Math.max(0, ...recoveredAfter),
      unit: 'ms',
      ...(isJudged && { wanted: { atMost: 5_000 } }),
    },
  ];
}
