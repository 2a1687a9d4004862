import { api } from '#contract/api.ts';
import { openFixture } from './authorization/fixture.ts';
import { tryMatrix } from './authorization/matrix.ts';
import { tryTricks } from './authorization/tricks.ts';
import { atLeast, type Outcome, type Proof, type Run } from './proof.ts';

export const authorization: Proof = {
  name: 'authorization',
  promise: 'Every call is granted to whom the contract names, and foreign and absent ids are answered alike',
  engines: ['sqlite', 'postgres'],
  prove,
};

async function prove(run: Run): Promise<Outcome> {
  await using fixture = await openFixture(run);
  await tryMatrix(fixture);
  const inMatrix = fixture.calls;
  await tryTricks(fixture, run.size);
  return {
    figures: [
      atLeast(Object.keys(api).length * 8, 'calls of the matrix', inMatrix),
      { what: 'calls with a trick in path, method or header', measured: fixture.calls - inMatrix },
    ],
    violations: fixture.violations,
  };
}
