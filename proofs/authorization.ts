import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isRole } from '#contract/roles.ts';
import { openFixture } from './authorization/fixture.ts';
import { tryLateLosses } from './authorization/late-losses.ts';
import { tryMatrix } from './authorization/matrix.ts';
import { tryTricks } from './authorization/tricks.ts';
import { atLeast, type Outcome, type Proof, type Run } from './proof.ts';

export const authorization: Proof = {
  name: 'authorization',
  promise:
    'Every call is granted to whom the contract names until its last byte and inside its transaction, and foreign and absent ids are answered alike',
  engines: ['sqlite', 'postgres'],
  prove,
};

/** How many calls for people with a role take a body. */
const endpointsWithBody = Object.values<Endpoint>(api).filter(
  ({ method, access }) => method !== 'GET' && isRole(access),
).length;

async function prove(run: Run): Promise<Outcome> {
  await using fixture = await openFixture(run);
  await tryMatrix(fixture);
  const inMatrix = fixture.calls;
  await tryTricks(fixture, run.size);
  const late = await tryLateLosses(run);
  return {
    figures: [
      atLeast(Object.keys(api).length * 8, 'calls of the matrix', inMatrix),
      { what: 'calls with a trick in path, method or header', measured: fixture.calls - inMatrix },
      atLeast(endpointsWithBody * 2, 'calls whose access was lost before the last byte', late.held),
      atLeast(30, 'calls whose access was lost during their transaction', late.inTransaction),
    ],
    violations: [...fixture.violations, ...late.violations],
  };
}
