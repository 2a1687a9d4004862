import { killTheShop } from './crash/kills.ts';
import { killTheServer } from './crash/server-kills.ts';
import { allOperations, dieAtEachStep } from './crash/steps.ts';
import { joined, type Proof } from './proof.ts';

/** All steps but reads: a death before a read leaves the same state as a death before the next write. */
const changing = '^(?!select)';
/** Only the steps that make a change permanent or known. */
const decisive = '^(file rename|commit|answer)$';

const sizes = {
  full: {
    kills: {
      sqlite: { cycles: 500, perDatabase: 25, atOnce: 2 },
      postgres: { cycles: 50, perDatabase: 25, atOnce: 1 },
    },
    serverKills: 50,
    steps: { operations: { sqlite: allOperations, postgres: allOperations }, dieBefore: changing },
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

export const crash: Proof = {
  name: 'crash',
  promise: 'After a crash everything acknowledged is there, and nothing is half done',
  engines: ['sqlite', 'postgres'],
  isAlone: true,
  async prove(run) {
    const { kills, serverKills, steps } = sizes[run.size];
    const outcomes = [await killTheShop(run, kills[run.engine])];
    if (run.engine === 'postgres') outcomes.push(await killTheServer(run, serverKills));
    outcomes.push(await dieAtEachStep(run, steps.operations[run.engine], steps.dieBefore));
    return joined(outcomes);
  },
};
