import { api } from '#contract/api.ts';
import { openFixture } from './authorization/fixture.ts';
import { tryMatrix } from './authorization/matrix.ts';
import { tryTricks } from './authorization/tricks.ts';
import type { Outcome, Proof, Run } from './proof.ts';

export const authorization: Proof = {
  name: 'authorization',
  promise: 'Every call answers whom the contract names, and to everybody else the absent and the foreign are the same',
  engines: ['sqlite', 'postgres'],
  prove,
};

async function prove(run: Run): Promise<Outcome> {
  const fixture = await openFixture(run);
  try {
    const matrix = await tryMatrix(fixture);
    const tricks = await tryTricks(fixture, run.size);
    return {
      figures: [
        { what: 'calls of the matrix', measured: matrix.calls, wanted: { atLeast: Object.keys(api).length * 6 } },
        { what: 'calls with a trick in path, method or header', measured: tricks.calls },
      ],
      violations: [...matrix.violations, ...tricks.violations],
    };
  } finally {
    await fixture.close();
  }
}
